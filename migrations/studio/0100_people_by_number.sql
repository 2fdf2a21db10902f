-- Finds who has a number, by the last nine figures of it: an intro offer is once a person, whatever address they type.
CREATE INDEX `people_by_number` ON `people` (`studio_id`, substr(replace(replace(replace(replace(replace(`phone`, ' ', ''), '-', ''), '(', ''), ')', ''), '+', ''), -9)) WHERE `phone` <> '';
