ALTER TABLE `studios` ADD `weight_unit` text DEFAULT '' NOT NULL;
