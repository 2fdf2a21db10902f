-- Portraits of people leave the public bucket: their former public addresses answer not found.
UPDATE OR IGNORE `objects` SET `bucket_id` = 'Files'
WHERE `bucket_id` = 'Images' AND `path` LIKE `studio_id` || '/people/%';
