-- A booking that keeps the limits it was made under keeps them by their distance from the start: they move with the class.
CREATE TRIGGER bookings_limits_move_with_the_class AFTER UPDATE OF starts_at ON occurrences
WHEN new.starts_at <> old.starts_at
BEGIN
  UPDATE bookings SET
    cutoff_at = strftime('%Y-%m-%dT%H:%M:%SZ', unixepoch(cutoff_at) + unixepoch(new.starts_at) - unixepoch(old.starts_at), 'unixepoch'),
    credit_cutoff_at = strftime('%Y-%m-%dT%H:%M:%SZ', unixepoch(credit_cutoff_at) + unixepoch(new.starts_at) - unixepoch(old.starts_at), 'unixepoch'),
    fee_cutoff_at = strftime('%Y-%m-%dT%H:%M:%SZ', unixepoch(fee_cutoff_at) + unixepoch(new.starts_at) - unixepoch(old.starts_at), 'unixepoch')
  WHERE studio_id = new.studio_id AND occurrence_id = new.id AND cutoff_at IS NOT NULL;
END;
