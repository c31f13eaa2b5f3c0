"""``make words``: brings the catalogues up to date with the sentences in the code, and compiles them."""

from tests.words.extraction import bring_up_to_date

for line in bring_up_to_date():
    print(line)
