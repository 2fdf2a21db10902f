ALTER TABLE `funnels` ADD `views_a` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- A trial of two pages that runs already: halves are even, so the first was read about as often.
UPDATE `funnels` SET `views_a` = `views_b` WHERE `views_b` > 0;
