-- What is asked of a full file is found by an index: the newest deals of a game that can be compared, and what there is of
-- one server, which is counted again and checked server by server; and the contests whose marks are kept.

CREATE INDEX contest_newest ON contest (game, made);
CREATE INDEX contest_marked ON contest (contest) WHERE key IS NOT NULL;
CREATE INDEX stream_guild ON stream (guild);

-- Of a sum, so that no planner takes them where the key, which begins with a person, leads to the row itself.
CREATE INDEX result_guild ON result ((guild + 0));
CREATE INDEX deed_guild ON deed ((guild + 0));
CREATE INDEX best_deal_guild ON best_deal ((guild + 0));

UPDATE biritch SET schema = 17;
