CREATE TABLE `class_facts` (
	`studio_id` text NOT NULL,
	`day` text NOT NULL,
	`occurrence_id` text NOT NULL,
	`kind` text NOT NULL,
	`hour` integer NOT NULL,
	`weekday` integer NOT NULL,
	`minutes` integer NOT NULL,
	`class_type_id` text NOT NULL,
	`coach_id` text NOT NULL,
	`room_id` text NOT NULL,
	`places` integer NOT NULL,
	`booked` integer NOT NULL,
	`came` integer NOT NULL,
	`no_shows` integer NOT NULL,
	`late_cancels` integer NOT NULL,
	`turned_away` integer NOT NULL,
	`first_visits` integer NOT NULL,
	`free_booked` integer NOT NULL,
	`free_came` integer NOT NULL,
	`earned_minor` integer NOT NULL,
	PRIMARY KEY(`studio_id`, `day`, `occurrence_id`)
);
--> statement-breakpoint
CREATE TABLE `metric_days` (
	`studio_id` text NOT NULL,
	`day` text NOT NULL,
	`origin` text NOT NULL,
	`written_at` text NOT NULL,
	PRIMARY KEY(`studio_id`, `day`)
);
--> statement-breakpoint
CREATE TABLE `metric_months` (
	`studio_id` text NOT NULL,
	`month` text NOT NULL,
	`metric` text NOT NULL,
	`key` text NOT NULL,
	`value` integer NOT NULL,
	PRIMARY KEY(`studio_id`, `month`, `metric`, `key`)
);
--> statement-breakpoint
CREATE INDEX `metric_months_by_metric` ON `metric_months` (`studio_id`,`metric`,`month`);--> statement-breakpoint
CREATE TABLE `money_facts` (
	`studio_id` text NOT NULL,
	`day` text NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`taken_minor` integer NOT NULL,
	`refunded_minor` integer NOT NULL,
	`invoiced_minor` integer NOT NULL,
	`earned_minor` integer NOT NULL,
	`breakage_minor` integer NOT NULL,
	PRIMARY KEY(`studio_id`, `day`, `kind`, `name`)
);
--> statement-breakpoint
CREATE TABLE `saved_reports` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`page` text NOT NULL,
	`name` text NOT NULL,
	`query` text NOT NULL,
	`shared` integer DEFAULT false NOT NULL,
	`owner_id` text NOT NULL,
	`owner_name` text NOT NULL,
	`mail_every` text,
	`mail_to` text DEFAULT '' NOT NULL,
	`mail_next_on` text,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` text NOT NULL,
	`changed_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `saved_reports_by_page` ON `saved_reports` (`studio_id`,`page`,`name`);--> statement-breakpoint
CREATE INDEX `saved_reports_to_mail` ON `saved_reports` (`studio_id`,`mail_next_on`) WHERE mail_next_on IS NOT NULL;--> statement-breakpoint
CREATE TABLE `habits` (
	`studio_id` text NOT NULL,
	`person_id` text NOT NULL,
	`visits` integer NOT NULL,
	`usual_tenths` integer NOT NULL,
	`first_on` text NOT NULL,
	`last_on` text NOT NULL,
	`overdue` integer NOT NULL,
	`state` text NOT NULL,
	PRIMARY KEY(`studio_id`, `person_id`)
);
--> statement-breakpoint
CREATE INDEX `habits_by_state` ON `habits` (`studio_id`,`state`,`overdue`);--> statement-breakpoint
CREATE TABLE `retention_contacts` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`person_id` text NOT NULL,
	`how` text NOT NULL,
	`note` text DEFAULT '' NOT NULL,
	`by_name` text NOT NULL,
	`at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `retention_contacts_by_time` ON `retention_contacts` (`studio_id`,`at`);--> statement-breakpoint
CREATE INDEX `retention_contacts_by_person` ON `retention_contacts` (`studio_id`,`person_id`,`at`);--> statement-breakpoint
CREATE TABLE `targets` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`month` text NOT NULL,
	`metric` text NOT NULL,
	`scope` text NOT NULL,
	`scope_id` text DEFAULT '' NOT NULL,
	`value` integer NOT NULL,
	`set_by` text NOT NULL,
	`set_at` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `targets_once` ON `targets` (`studio_id`,`month`,`metric`,`scope`,`scope_id`);--> statement-breakpoint
CREATE INDEX `open_items_by_period` ON `open_items` (`studio_id`,`period_until`) WHERE period_until IS NOT NULL;
