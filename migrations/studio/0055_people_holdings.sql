ALTER TABLE `people` ADD `member_until` text;--> statement-breakpoint
ALTER TABLE `people` ADD `credits_until` text;--> statement-breakpoint
ALTER TABLE `people` ADD `held_until` text;--> statement-breakpoint
CREATE INDEX `people_members` ON `people` (`studio_id`,`member_until`) WHERE member_until > '';--> statement-breakpoint
CREATE INDEX `people_with_credits` ON `people` (`studio_id`,`credits_until`) WHERE credits_until > '';--> statement-breakpoint
CREATE INDEX `people_with_packs` ON `people` (`studio_id`,`credits_until`) WHERE archived_at IS NULL AND credits_until > coalesce(member_until, '');--> statement-breakpoint
CREATE INDEX `people_past` ON `people` (`studio_id`,`held_until`) WHERE archived_at IS NULL AND held_until IS NOT NULL;--> statement-breakpoint
CREATE INDEX `people_visitors` ON `people` (`studio_id`,`prospect`,`name`) WHERE archived_at IS NULL AND is_staff = 0 AND held_until IS NULL;--> statement-breakpoint
CREATE INDEX `people_by_location` ON `people` (`studio_id`,`home_location_id`) WHERE home_location_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `people_without_birth_date` ON `people` (`studio_id`,`name`) WHERE birth_date IS NULL;--> statement-breakpoint
CREATE INDEX `bookings_ahead` ON `bookings` (`studio_id`,`person_id`,`seq`) WHERE state IN ('booked','waitlisted');
--> statement-breakpoint
-- What each person holds, worked out from their memberships, packs and credits. The triggers below bring `people` to
-- it, whoever changes what it follows from.
CREATE VIEW `people_holdings` AS
  SELECT person_id, member_until, credits_until,
    max(coalesce(member_until, credits_until), coalesce(credits_until, member_until)) AS held_until
  FROM (
    SELECT person.id AS person_id,
      (SELECT CASE WHEN count(*) > 0 THEN coalesce(max(coalesce(membership.ends_on, '9999-12-31')) FILTER (
          WHERE membership.state IN ('trialing','active','past_due','suspended','cancel_scheduled','scheduled')), '') END
        FROM memberships AS membership
        WHERE membership.studio_id = person.studio_id AND membership.person_id = person.id) AS member_until,
      (SELECT CASE WHEN count(*) > 0 THEN coalesce(max(lot.expires_on) FILTER (
          WHERE lot.refunded_at IS NULL AND (
            SELECT sum(entry.amount) FROM entries AS entry
            WHERE entry.studio_id = lot.studio_id AND entry.lot_id = lot.id) > 0), '') END
        FROM lots AS lot
        WHERE lot.studio_id = person.studio_id AND lot.person_id = person.id) AS credits_until
    FROM people AS person);
--> statement-breakpoint
CREATE TRIGGER `people_holdings_person_insert` AFTER INSERT ON `people`
WHEN EXISTS (SELECT 1 FROM memberships WHERE studio_id = new.studio_id AND person_id = new.id)
  OR EXISTS (SELECT 1 FROM lots WHERE studio_id = new.studio_id AND person_id = new.id) BEGIN
  UPDATE people SET member_until = held.member_until, credits_until = held.credits_until, held_until = held.held_until
  FROM people_holdings AS held
  WHERE people.id = new.id AND held.person_id = new.id AND (people.member_until IS NOT held.member_until
    OR people.credits_until IS NOT held.credits_until);
END;
--> statement-breakpoint
CREATE TRIGGER `people_holdings_membership_insert` AFTER INSERT ON `memberships` BEGIN
  UPDATE people SET member_until = held.member_until, credits_until = held.credits_until, held_until = held.held_until
  FROM people_holdings AS held
  WHERE people.id = new.person_id AND held.person_id = new.person_id AND (people.member_until IS NOT held.member_until
    OR people.credits_until IS NOT held.credits_until);
END;
--> statement-breakpoint
CREATE TRIGGER `people_holdings_membership_delete` AFTER DELETE ON `memberships` BEGIN
  UPDATE people SET member_until = held.member_until, credits_until = held.credits_until, held_until = held.held_until
  FROM people_holdings AS held
  WHERE people.id = old.person_id AND held.person_id = old.person_id AND (people.member_until IS NOT held.member_until
    OR people.credits_until IS NOT held.credits_until);
END;
--> statement-breakpoint
CREATE TRIGGER `people_holdings_membership_update` AFTER UPDATE OF person_id, state, ends_on ON `memberships` BEGIN
  UPDATE people SET member_until = held.member_until, credits_until = held.credits_until, held_until = held.held_until
  FROM people_holdings AS held
  WHERE people.id = new.person_id AND held.person_id = new.person_id AND (people.member_until IS NOT held.member_until
    OR people.credits_until IS NOT held.credits_until);
END;
--> statement-breakpoint
CREATE TRIGGER `people_holdings_membership_moved` AFTER UPDATE OF person_id ON `memberships` WHEN new.person_id <> old.person_id BEGIN
  UPDATE people SET member_until = held.member_until, credits_until = held.credits_until, held_until = held.held_until
  FROM people_holdings AS held
  WHERE people.id = old.person_id AND held.person_id = old.person_id AND (people.member_until IS NOT held.member_until
    OR people.credits_until IS NOT held.credits_until);
END;
--> statement-breakpoint
CREATE TRIGGER `people_holdings_lot_insert` AFTER INSERT ON `lots` BEGIN
  UPDATE people SET member_until = held.member_until, credits_until = held.credits_until, held_until = held.held_until
  FROM people_holdings AS held
  WHERE people.id = new.person_id AND held.person_id = new.person_id AND (people.member_until IS NOT held.member_until
    OR people.credits_until IS NOT held.credits_until);
END;
--> statement-breakpoint
CREATE TRIGGER `people_holdings_lot_delete` AFTER DELETE ON `lots` BEGIN
  UPDATE people SET member_until = held.member_until, credits_until = held.credits_until, held_until = held.held_until
  FROM people_holdings AS held
  WHERE people.id = old.person_id AND held.person_id = old.person_id AND (people.member_until IS NOT held.member_until
    OR people.credits_until IS NOT held.credits_until);
END;
--> statement-breakpoint
CREATE TRIGGER `people_holdings_lot_update` AFTER UPDATE OF person_id, expires_on, refunded_at ON `lots` BEGIN
  UPDATE people SET member_until = held.member_until, credits_until = held.credits_until, held_until = held.held_until
  FROM people_holdings AS held
  WHERE people.id = new.person_id AND held.person_id = new.person_id AND (people.member_until IS NOT held.member_until
    OR people.credits_until IS NOT held.credits_until);
END;
--> statement-breakpoint
CREATE TRIGGER `people_holdings_lot_moved` AFTER UPDATE OF person_id ON `lots` WHEN new.person_id <> old.person_id BEGIN
  UPDATE people SET member_until = held.member_until, credits_until = held.credits_until, held_until = held.held_until
  FROM people_holdings AS held
  WHERE people.id = old.person_id AND held.person_id = old.person_id AND (people.member_until IS NOT held.member_until
    OR people.credits_until IS NOT held.credits_until);
END;
--> statement-breakpoint
CREATE TRIGGER `people_holdings_entry_insert` AFTER INSERT ON `entries`
WHEN (SELECT (sum(entry.amount) > 0) <> (sum(entry.amount) - new.amount > 0) FROM entries AS entry
  WHERE entry.studio_id = new.studio_id AND entry.lot_id = new.lot_id) BEGIN
  UPDATE people SET member_until = held.member_until, credits_until = held.credits_until, held_until = held.held_until
  FROM people_holdings AS held
  WHERE people.id = (SELECT person_id FROM lots WHERE id = new.lot_id) AND held.person_id = people.id AND (people.member_until IS NOT held.member_until
    OR people.credits_until IS NOT held.credits_until);
END;
--> statement-breakpoint
CREATE TRIGGER `people_holdings_entry_delete` AFTER DELETE ON `entries` WHEN old.amount <> 0 BEGIN
  UPDATE people SET member_until = held.member_until, credits_until = held.credits_until, held_until = held.held_until
  FROM people_holdings AS held
  WHERE people.id = (SELECT person_id FROM lots WHERE id = old.lot_id) AND held.person_id = people.id AND (people.member_until IS NOT held.member_until
    OR people.credits_until IS NOT held.credits_until);
END;
--> statement-breakpoint
UPDATE people SET member_until = held.member_until, credits_until = held.credits_until, held_until = held.held_until
FROM people_holdings AS held WHERE held.person_id = people.id;
