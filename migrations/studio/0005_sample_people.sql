CREATE TABLE `sample_people` (
	`studio_id` text NOT NULL,
	`person_id` text NOT NULL,
	PRIMARY KEY(`studio_id`, `person_id`)
);
