import { type SQL, sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import type { DirectoryContext } from '#app/domain/scope/contexts.ts'
import type { Instant } from '#app/values/instant.ts'
import { currencies, minorDigits } from '#app/values/money.ts'
import type { PublicClass } from './public-class.ts'
import { dayParts, type PublicClassFilters } from './public-class-filters.ts'

const perPage = 20

const columnsSql = sql`public_class.occurrence_id AS occurrenceId,
  public_class.class_type_id AS classTypeId, public_class.title, public_class.discipline,
  public_class.level, public_class.starts_at AS startsAt, public_class.local_start AS localStart,
  public_class.minutes, public_class.price_minor AS priceMinor, public_class.places, studio.slug,
  studio.name AS studio, public_class.town,
  public_class.location_id AS locationId, public_class.location, studio.time_zone AS timeZone, studio.locale,
  studio.currency`

const listedSql = sql`studio.listed = 1 AND studio.state = 'open'`

/**
 * Classes of all listed studios that have not begun, soonest first, a page at a time by where the
 * last one ended; with what the filters offer. Places are as the job last saw them: booking checks
 * them again. One trip.
 */
export async function publicClassesPage(
  { directory, now }: DirectoryContext,
  filters: PublicClassFilters,
) {
  const conditions = conditionsOf(filters, now)
  const { classes, disciplines, towns } = await batch(directory, {
    classes: directory.all<PublicClass>(sql`
      SELECT ${columnsSql} FROM public_classes AS public_class
      CROSS JOIN studios AS studio ON studio.id = public_class.studio_id
      WHERE ${sql.join(conditions, sql` AND `)}
      ORDER BY public_class.starts_at, public_class.occurrence_id LIMIT ${perPage + 1}`),
    disciplines: directory.all<{ name: string }>(distinctSql('discipline')),
    towns: directory.all<{ name: string }>(distinctSql('town')),
  })
  const shown = classes.slice(0, perPage)
  const last = shown.at(-1)
  return {
    classes: shown,
    after: classes.length > perPage && last ? `${last.startsAt}_${last.occurrenceId}` : null,
    disciplines: disciplines.map(({ name }) => name),
    towns: towns.map(({ name }) => name),
  }
}

function conditionsOf(filters: PublicClassFilters, now: Instant): SQL[] {
  const { discipline, town, day, time, open, price, places, after } = filters
  const conditions = [sql`public_class.starts_at > ${now}`, listedSql]
  if (after) {
    const [startsAt = '', id = ''] = after.split('_')
    conditions.push(sql`(public_class.starts_at, public_class.occurrence_id)
      > (${startsAt}, ${id})`)
  }
  if (discipline) conditions.push(sql`public_class.discipline = ${discipline}`)
  if (town) conditions.push(sql`public_class.town = ${town}`)
  if (day) conditions.push(sql`substr(public_class.local_start, 1, 10) = ${day}`)
  if (time) {
    const [from, until] = dayParts[time]
    conditions.push(
      sql`substr(public_class.local_start, 12) >= ${from}
        AND substr(public_class.local_start, 12) < ${until}`,
    )
  }
  if (open) conditions.push(sql`public_class.level = ''`)
  if (places) conditions.push(sql`public_class.places > 0`)
  // Currencies differ in their minor units: 10 is 1000 of most, and 10 of the yen.
  if (price) conditions.push(sql`public_class.price_minor <= ${Number(price)} * ${minorFactorSql}`)
  return conditions
}

/** 1 or 100 by the studio's currency. */
const minorFactorSql = sql.raw(
  `CASE WHEN studio.currency IN (${currencies
    .filter((currency) => minorDigits(currency) === 0)
    .map((currency) => `'${currency}'`)
    .join(', ')}) THEN 1 ELSE 100 END`,
)

/**
 * The different values of a column in their order, hopping through its index instead of reading it
 * all.
 */
function distinctSql(column: 'discipline' | 'town'): SQL {
  const name = sql.raw(column)
  return sql`
    WITH RECURSIVE hop (name) AS (
      SELECT (SELECT min(${name}) FROM public_classes WHERE ${name} > '')
      UNION ALL
      SELECT (SELECT min(${name}) FROM public_classes WHERE ${name} > hop.name) FROM hop
      WHERE hop.name IS NOT NULL
    ) SELECT name FROM hop WHERE name IS NOT NULL LIMIT 60`
}

type PageRow = {
  classTypeId: string
  title: string
  discipline: string
  level: string
  description: string
  minutes: number
  priceMinor: number | null
  coaches: string
  place: string
  /** Empty where its dates are at several. */
  locationId: string
  rules: string
  slug: string
  studio: string
  town: string
  timeZone: string
  locale: string
  currency: string
}

/**
 * The public page of a class: what it is, its next dates and others of its kind. Null for what no
 * listed studio has (or ever told). One trip.
 */
export async function publicClassPage({ directory, now }: DirectoryContext, classTypeId: string) {
  const { page, dates, others } = await batch(directory, {
    page: directory.all<PageRow>(sql`
      SELECT page.class_type_id AS classTypeId, page.title, page.discipline, page.level,
        page.description, page.minutes, page.price_minor AS priceMinor, page.coaches, page.place,
        page.location_id AS locationId,
        page.rules, studio.slug, studio.name AS studio, studio.town,
        studio.time_zone AS timeZone, studio.locale, studio.currency
      FROM public_class_pages AS page CROSS JOIN studios AS studio ON studio.id = page.studio_id
      WHERE page.class_type_id = ${classTypeId} AND ${listedSql}`),
    dates: directory.all<PublicClass>(sql`
      SELECT ${columnsSql} FROM public_classes AS public_class
      CROSS JOIN studios AS studio ON studio.id = public_class.studio_id
      WHERE public_class.class_type_id = ${classTypeId} AND public_class.starts_at > ${now}
        AND ${listedSql}
      ORDER BY public_class.starts_at LIMIT 12`),
    others: directory.all<PublicClass>(sql`
      SELECT ${columnsSql} FROM public_classes AS public_class
      CROSS JOIN studios AS studio ON studio.id = public_class.studio_id
      WHERE public_class.discipline = (SELECT page.discipline FROM public_class_pages AS page
        WHERE page.class_type_id = ${classTypeId})
        AND public_class.starts_at > ${now} AND public_class.class_type_id <> ${classTypeId}
        AND public_class.places > 0 AND ${listedSql}
      ORDER BY public_class.starts_at LIMIT 4`) as Statement<PublicClass[]>,
  })
  const found = page[0]
  if (!found) return null
  return {
    about: { ...found, rules: JSON.parse(found.rules) as { about: string; rule: string }[] },
    dates,
    others,
  }
}
