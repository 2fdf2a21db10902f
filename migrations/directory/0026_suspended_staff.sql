ALTER TABLE `affiliations` ADD `suspended_role` text;
