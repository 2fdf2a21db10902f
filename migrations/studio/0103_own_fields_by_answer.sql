CREATE INDEX `person_field_values_by_value` ON `person_field_values` (`studio_id`,`field_id`,value COLLATE NOCASE,`person_id`);
