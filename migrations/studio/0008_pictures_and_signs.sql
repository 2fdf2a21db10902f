ALTER TABLE `people` ADD `photo` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `class_types` ADD `cover` text DEFAULT '' NOT NULL;--> statement-breakpoint
-- The short list of signs that came before the catalogue and the palette.
UPDATE `class_types` SET
  `icon` = CASE `icon` WHEN 'pole' THEN 'i-linear-body-shape' WHEN 'aerial' THEN 'i-linear-stretching-round'
    WHEN 'yoga' THEN 'i-linear-meditation' WHEN 'strength' THEN 'i-linear-dumbbell-large'
    WHEN 'dance' THEN 'i-linear-music-notes' WHEN 'breath' THEN 'i-linear-wind' ELSE `icon` END,
  `colour` = CASE `colour` WHEN 'plum' THEN 'var(--pink-700)' WHEN 'teal' THEN 'var(--teal-700)'
    WHEN 'amber' THEN 'var(--orange-700)' WHEN 'blue' THEN 'var(--blue-700)' WHEN 'green' THEN 'var(--green-700)'
    WHEN 'rose' THEN 'var(--pink-500)' ELSE `colour` END
WHERE `icon` <> '' OR `colour` <> '';
