CREATE TABLE `merchant_studios` (
	`account_ref` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL
);
