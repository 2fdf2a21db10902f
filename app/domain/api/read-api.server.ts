/** One page of a resource for another program, or one record of it. */
import { type SQL, sql } from 'drizzle-orm'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { idForm } from '#app/values/id.ts'
import { addDays, daysBetween, instantOf, isLocalDate, localDate } from '#app/values/zone.ts'
import { type ApiField, type ApiResource, apiResources } from './api-resources.server.ts'
import type { ApiScope } from './api-scopes.ts'

/** Records of a page: without `limit`, and at most. */
export const usualPage = 50
export const mostOnPage = 100

/** Days that one question may span. */
export const mostDays = 62

export type ApiRecord = Record<string, string | number | boolean | string[] | null>
export type ApiPage = { data: ApiRecord[]; next: string | null }

/** Why a question can't be answered, in a sentence. */
export type ApiRefusal = { refused: string }

type Days = { from: string; until: string }
type Place = (string | number)[]
type Asked = { days: Days | null; person: string | null; after: Place | null; limit: number }

const cursorWords = 'Give cursor as it was given to you in next.'

const refuse = (refused: string): ApiRefusal => ({ refused })

/**
 * A page of a resource, with the cursor of the next. The same cursor always goes on at the same
 * place, whatever was added before it. Refused, with a sentence: what no filter of the resource is,
 * days that are none or too many, a limit out of range, a cursor of elsewhere.
 */
export async function readApiPage(
  ctx: StudioContext,
  name: ApiScope,
  search: URLSearchParams,
): Promise<ApiPage | ApiRefusal> {
  const asked = parseAsked(ctx, name, search)
  if ('refused' in asked) return asked
  const { from, where, order } = lists[name](ctx, asked)
  const { after, limit } = asked
  if (after && after.length !== order.length) return refuse(cursorWords)
  const place = sql.raw(order.join(', '))
  const rows = await ctx.db.all<Row>(sql`
    SELECT ${fieldsSql(ctx, name)}, json_array(${place}) AS place
    FROM ${from} WHERE ${where} ${after ? behindSql(order, after) : sql``}
    ORDER BY ${place} LIMIT ${limit + 1}`)
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    data: page.map((row) => recordOf(name, row)),
    next: rows.length > page.length && last ? cursorOf(last.place) : null,
  }
}

/** One record of a resource; null where the studio has none of that id. */
export async function readApiRecord(
  ctx: StudioContext,
  name: ApiScope,
  id: string,
): Promise<ApiRecord | null> {
  const { from, where } = shapes[name](ctx)
  const [row] = await ctx.db.all<Row>(sql`
    SELECT ${fieldsSql(ctx, name)} FROM ${from}
    WHERE ${where} AND ${apiResources[name].fields.id.from(ctx)} = ${id}`)
  return row ? recordOf(name, row) : null
}

type Row = Record<string, string | number | null> & { place: string }

const fieldsOf = (name: ApiScope): [string, ApiField][] =>
  Object.entries((apiResources[name] satisfies ApiResource).fields)

const fieldsSql = (ctx: StudioContext, name: ApiScope): SQL =>
  sql.join(
    fieldsOf(name).map(([field, { from }]) => sql`${from(ctx)} AS ${sql.raw(field)}`),
    sql`, `,
  )

const recordOf = (name: ApiScope, row: Row): ApiRecord =>
  Object.fromEntries(
    fieldsOf(name).map(([field, { type }]) => {
      const value = row[field] ?? null
      if (type === 'boolean') return [field, value === 1]
      if (type === 'list')
        return [
          field,
          String(value ?? '')
            .split(', ')
            .filter(Boolean),
        ]
      return [field, value]
    }),
  )

/** Where the records of a resource are, and which of them are told. */
type Shape = { from: SQL; where: SQL }

const classParts = sql.raw(`JOIN class_types AS class_type ON class_type.id = o.class_type_id`)

/** Appointments say who sees whom, and for what (decision 137). */
const isOpen = sql.raw(`o.kind <> 'appointment'`)

const shapes: Record<ApiScope, (ctx: StudioContext) => Shape> = {
  people: ({ studio }) => ({
    from: sql.raw('people AS person'),
    // The first condition is that of the index they are read by.
    where: sql`person.id > '' AND person.studio_id = ${studio.id} AND person.merged_into IS NULL
      AND person.erased_at IS NULL`,
  }),
  timetable: ({ studio }) => ({
    from: sql`occurrences AS o ${classParts}
      LEFT JOIN people AS coach ON coach.id = o.coach_id
      LEFT JOIN rooms AS room ON room.id = o.room_id
      LEFT JOIN locations AS place ON place.id = room.location_id`,
    where: sql`o.studio_id = ${studio.id} AND ${isOpen}
      AND o.state IN ('scheduled', 'cancelled', 'reconciled')`,
  }),
  bookings: ({ studio }) => ({
    from: sql`bookings AS b JOIN occurrences AS o ON o.id = b.occurrence_id ${classParts}`,
    where: sql`b.studio_id = ${studio.id} AND ${isOpen}`,
  }),
  memberships: ({ studio }) => ({
    from: sql.raw('memberships AS held JOIN plans AS plan ON plan.id = held.plan_id'),
    where: sql`held.studio_id = ${studio.id}`,
  }),
  invoices: ({ studio }) => ({
    from: sql.raw('invoices AS invoice'),
    where: sql`invoice.studio_id = ${studio.id}`,
  }),
}

type List = Shape & { order: readonly string[] }

const within = (condition: SQL, more: SQL | null): SQL =>
  more ? sql`${condition} AND ${more}` : condition

/** What an index orders the records of a question by, so that a page reads a page. */
const lists: Record<ApiScope, (ctx: StudioContext, asked: Asked) => List> = {
  people: (ctx) => ({ ...shapes.people(ctx), order: ['person.id'] }),
  timetable: (ctx, { days }) => {
    const { from, where } = shapes.timetable(ctx)
    return {
      from,
      where: within(where, days && startsWithin(ctx, days)),
      order: ['o.starts_at', 'o.id'],
    }
  },
  bookings: (ctx, { days, person }) => {
    const { from, where } = shapes.bookings(ctx)
    const on = days && startsWithin(ctx, days)
    if (person)
      return {
        from,
        where: within(sql`${where} AND b.person_id = ${person}`, on),
        order: ['b.seq'],
      }
    return {
      from: sql`occurrences AS o ${classParts}
        CROSS JOIN bookings AS b ON b.studio_id = o.studio_id AND b.occurrence_id = o.id`,
      where: within(sql`o.studio_id = ${ctx.studio.id} AND ${isOpen}`, on),
      order: ['o.starts_at', 'b.seq'],
    }
  },
  memberships: (ctx, { person }) => {
    const { from, where } = shapes.memberships(ctx)
    return {
      from,
      where: within(where, person === null ? null : sql`held.person_id = ${person}`),
      order: ['held.person_id', 'held.id'],
    }
  },
  invoices: (ctx, { days, person }) => {
    const { from, where } = shapes.invoices(ctx)
    const on = days && sql`invoice.issued_on BETWEEN ${days.from} AND ${days.until}`
    const whose = person === null ? null : sql`invoice.person_id = ${person}`
    return {
      from,
      where: within(within(where, on), whose),
      order: ['invoice.issued_on', 'invoice.number', 'invoice.kind'],
    }
  },
}

/** Whatever comes behind a place, in the order of the index: `(a, b) > (x, y)`. */
const behindSql = (order: readonly string[], after: Place): SQL => sql`
  AND (${sql.raw(order.join(', '))}) > (${sql.join(
    after.map((value) => sql`${value}`),
    sql`, `,
  )})`

const startsWithin = ({ studio }: StudioContext, { from, until }: Days): SQL => sql`
  o.starts_at >= ${instantOf(`${from}T00:00`, studio.timeZone)}
  AND o.starts_at < ${instantOf(`${addDays(until, 1)}T00:00`, studio.timeZone)}`

function parseAsked(
  ctx: StudioContext,
  name: ApiScope,
  search: URLSearchParams,
): Asked | ApiRefusal {
  const known = [
    ...Object.keys((apiResources[name] satisfies ApiResource).filters),
    'limit',
    'cursor',
  ]
  const other = [...search.keys()].find((key) => !known.includes(key))
  if (other !== undefined)
    return refuse(`There is no parameter ${other.slice(0, 40)}. There are: ${known.join(', ')}.`)
  const limit = search.get('limit') ?? String(usualPage)
  if (!/^\d{1,3}$/.test(limit) || Number(limit) < 1 || Number(limit) > mostOnPage)
    return refuse(`Give limit as a number from 1 to ${mostOnPage}.`)
  const person = search.get('person')
  if (person !== null && !idForm.test(person)) return refuse('Give person as the id of a person.')
  const cursor = search.get('cursor')
  const after = cursor === null ? null : placeOf(cursor)
  if (cursor !== null && after === null) return refuse(cursorWords)
  const days = parseDays(ctx, name, search)
  if (days !== null && 'refused' in days) return days
  if (name === 'bookings' && person === null && days === null)
    return refuse('Give from and until, or person.')
  return { days, person, after, limit: Number(limit) }
}

/** A week from today where a resource is of days and none are named. */
function parseDays(
  { now, studio }: StudioContext,
  name: ApiScope,
  search: URLSearchParams,
): Days | null | ApiRefusal {
  const [from, until] = [search.get('from'), search.get('until')]
  if (from === null && until === null) {
    const today = localDate(now, studio.timeZone)
    return name === 'timetable' ? { from: today, until: addDays(today, 6) } : null
  }
  if (from === null || until === null) return refuse('Give both from and until.')
  if (!isLocalDate(from) || !isLocalDate(until))
    return refuse('Give from and until as dates like 2026-10-31.')
  if (until < from) return refuse('Give an until that is not before from.')
  return daysBetween(from, until) > mostDays
    ? refuse(`Ask for at most ${mostDays} days at once.`)
    : { from, until }
}

/** A place as text for addresses: JSON in base64url. */
const cursorOf = (place: string): string =>
  btoa(encodeURIComponent(place)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')

function placeOf(cursor: string): Place | null {
  try {
    const text = atob(cursor.replaceAll('-', '+').replaceAll('_', '/'))
    const place: unknown = JSON.parse(decodeURIComponent(text))
    const isPlace =
      Array.isArray(place) &&
      place.length <= 3 &&
      place.every((part) => typeof part === 'string' || typeof part === 'number')
    return isPlace ? place : null
  } catch {
    return null
  }
}
