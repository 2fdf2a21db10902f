-- Fees of late cancels and no-shows stand in the account once they are due, as every other charge does. Those that were
-- due before are charged by the next run of the job; those that were paid become charges that are paid, on the day they
-- were noted.
INSERT INTO open_items (id, studio_id, person_id, kind, subject_id, amount_minor, currency, working, state, dedupe_key,
  created_at, settled_at)
SELECT lower(hex(randomblob(8))), fee.studio_id, coalesce(booking.guardian_id, fee.person_id), 'fee', fee.id,
  fee.amount_minor, fee.currency,
  CASE fee.kind WHEN 'no_show' THEN 'No-show fee: ' ELSE 'Late-cancel fee: ' END || class_type.name || ', '
    || substr(occurrence.local_start, 1, 10), 'settled', 'fee:' || fee.id, fee.created_at, fee.created_at
FROM fees AS fee JOIN bookings AS booking ON booking.id = fee.booking_id
JOIN occurrences AS occurrence ON occurrence.id = booking.occurrence_id
JOIN class_types AS class_type ON class_type.id = occurrence.class_type_id
WHERE fee.state = 'collected'
ON CONFLICT DO NOTHING;
--> statement-breakpoint
UPDATE fees SET state = 'pending' WHERE state = 'due';
--> statement-breakpoint
-- From then on a fee is what its charge is, whoever settles, voids or opens that.
CREATE TRIGGER `fee_follows_its_charge` AFTER UPDATE OF state ON `open_items`
WHEN new.kind = 'fee' AND new.state <> old.state
BEGIN
  UPDATE fees SET state = CASE new.state WHEN 'settled' THEN 'collected' WHEN 'open' THEN 'due' ELSE 'void' END
  WHERE fees.studio_id = new.studio_id AND fees.id = new.subject_id AND fees.state <> 'waived';
END;
