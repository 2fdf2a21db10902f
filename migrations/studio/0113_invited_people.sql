ALTER TABLE `people` ADD `invited_at` text;
