-- Search of people by name, e-mail, phone and tag, without accents and by the beginning of words. The studio is a word
-- of the index, so that a match is of one studio. A phone number is found by its beginning and by its last 4 to 10
-- digits. Kept by triggers (what stood there is taken out before the change, what stands there is put in after it);
-- left out of dumps and rebuilt on restore (INSERT INTO people_search(people_search) VALUES ('rebuild')).
CREATE VIEW `people_search_source` AS
  SELECT source_id, studio, name, email, tags,
    digits || ' ' || substr(digits, -10) || ' ' || substr(digits, -9) || ' ' || substr(digits, -8) || ' ' ||
    substr(digits, -7) || ' ' || substr(digits, -6) || ' ' || substr(digits, -5) || ' ' || substr(digits, -4) AS phone
  FROM (
    SELECT rowid AS source_id, 's' || studio_id AS studio, name || ' ' || preferred_name AS name, email, tags,
      replace(replace(phone, '+', ''), ' ', '') AS digits
    FROM people);
--> statement-breakpoint
CREATE VIRTUAL TABLE `people_search` USING fts5(
  studio, name, email, phone, tags,
  content='people_search_source', content_rowid='source_id', prefix='2 3', tokenize="unicode61 remove_diacritics 2"
);
--> statement-breakpoint
INSERT INTO `people_search`(`people_search`) VALUES ('rebuild');
--> statement-breakpoint
CREATE TRIGGER `people_search_insert` AFTER INSERT ON `people` BEGIN
  INSERT INTO `people_search`(rowid, studio, name, email, phone, tags)
  SELECT source_id, studio, name, email, phone, tags FROM people_search_source WHERE source_id = new.rowid;
END;
--> statement-breakpoint
CREATE TRIGGER `people_search_delete` BEFORE DELETE ON `people` BEGIN
  INSERT INTO `people_search`(`people_search`, rowid, studio, name, email, phone, tags)
  SELECT 'delete', source_id, studio, name, email, phone, tags FROM people_search_source WHERE source_id = old.rowid;
END;
--> statement-breakpoint
CREATE TRIGGER `people_search_before` BEFORE UPDATE OF name, preferred_name, email, phone, tags ON `people` BEGIN
  INSERT INTO `people_search`(`people_search`, rowid, studio, name, email, phone, tags)
  SELECT 'delete', source_id, studio, name, email, phone, tags FROM people_search_source WHERE source_id = old.rowid;
END;
--> statement-breakpoint
CREATE TRIGGER `people_search_after` AFTER UPDATE OF name, preferred_name, email, phone, tags ON `people` BEGIN
  INSERT INTO `people_search`(rowid, studio, name, email, phone, tags)
  SELECT source_id, studio, name, email, phone, tags FROM people_search_source WHERE source_id = new.rowid;
END;
