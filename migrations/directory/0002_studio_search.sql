-- Search by name, town and discipline, without accents and by the beginning of words. Kept by triggers; left out of
-- dumps and rebuilt on restore (INSERT INTO studios_search(studios_search) VALUES ('rebuild')).
CREATE VIRTUAL TABLE `studios_search` USING fts5(
  `name`, `town`, `disciplines`,
  content='studios', content_rowid='rowid', tokenize="unicode61 remove_diacritics 2"
);
--> statement-breakpoint
INSERT INTO `studios_search`(`studios_search`) VALUES ('rebuild');
--> statement-breakpoint
CREATE TRIGGER `studios_search_insert` AFTER INSERT ON `studios` BEGIN
  INSERT INTO `studios_search`(rowid, name, town, disciplines) VALUES (new.rowid, new.name, new.town, new.disciplines);
END;
--> statement-breakpoint
CREATE TRIGGER `studios_search_delete` AFTER DELETE ON `studios` BEGIN
  INSERT INTO `studios_search`(`studios_search`, rowid, name, town, disciplines) VALUES ('delete', old.rowid, old.name, old.town, old.disciplines);
END;
--> statement-breakpoint
CREATE TRIGGER `studios_search_update` AFTER UPDATE OF name, town, disciplines ON `studios` BEGIN
  INSERT INTO `studios_search`(`studios_search`, rowid, name, town, disciplines) VALUES ('delete', old.rowid, old.name, old.town, old.disciplines);
  INSERT INTO `studios_search`(rowid, name, town, disciplines) VALUES (new.rowid, new.name, new.town, new.disciplines);
END;
