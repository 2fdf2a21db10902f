import { type SQL, sql } from 'drizzle-orm'

/** A last day of an intro offer that is followed by nothing for so many days led nowhere. */
const introDays = 14

/** Whether the intro offer `lot` led on to a membership or another pack: 1 or 0. */
export const introStayedSql = (lot: SQL): SQL => sql`(EXISTS (SELECT 1 FROM memberships AS held
    WHERE held.studio_id = ${lot}.studio_id
      AND held.person_id = ${lot}.person_id AND held.state <> 'pending_payment'
      AND held.starts_on <= date(${lot}.expires_on, ${`+${introDays} days`}))
  OR EXISTS (SELECT 1 FROM lots AS more JOIN packages AS bought ON bought.id = more.package_id
    WHERE more.studio_id = ${lot}.studio_id AND more.person_id = ${lot}.person_id
      AND more.id <> ${lot}.id AND bought.once_per_person = 0 AND more.refunded_at IS NULL
      AND more.purchased_at >= ${lot}.purchased_at
      AND more.starts_on <= date(${lot}.expires_on, ${`+${introDays} days`})))`
