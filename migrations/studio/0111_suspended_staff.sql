-- Who was suspended until now was written like who has left; the latest line about their role tells them apart.
UPDATE people SET is_staff = 2
WHERE is_staff = 0 AND user_id IS NOT NULL AND id IN (
  SELECT line.subject_id FROM audit_entries AS line
  WHERE line.action = 'role.changed' AND json_extract(line.detail, '$.after') = 'suspended'
    AND line.studio_id = people.studio_id
    AND NOT EXISTS (SELECT 1 FROM audit_entries AS later
      WHERE later.studio_id = line.studio_id AND later.subject_kind = line.subject_kind
        AND later.subject_id = line.subject_id AND later.action = line.action
        AND later.created_at > line.created_at));
