import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/cloudflare'
import { Form, Link, useActionData, useLoaderData } from '@remix-run/react'
import { closuresPage } from '#app/domain/planning/closure-queries.server.ts'
import { spanWords } from '#app/domain/planning/closure-words.ts'
import { holidayFileMegabytes, readHolidays } from '#app/domain/planning/read-holidays.ts'
import { readPosted } from '#app/http/form.server.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { FormEnd } from '#app/ui/form/form-end.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Label } from '#app/ui/list/label.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { count } from '#app/values/wording.ts'
import { localDate } from '#app/values/zone.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Holidays from a file', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'schedule:write')
  return { studio: { slug: ctx.studio.slug } }
}

type Answer = {
  wrong: string
  more: number
  /** Entries that repeat by a rule that is not read. */
  unread: number
  holidays: { key: string; name: string; days: string; closed: boolean; path: string }[]
}

/** Reads the file and lists its days: nothing is kept and nothing is closed here. 422 for no calendar. */
export async function action({ context, request }: ActionFunctionArgs) {
  const { ctx } = await requirePermission(context, 'schedule:write')
  const posted = await readPosted(request, { megabytes: holidayFileMegabytes })
  const file = posted.get('file') as File | string | null
  const text = file instanceof File ? await file.text() : ''
  const read = readHolidays(text, localDate(ctx.now, ctx.studio.timeZone))
  if (!read) {
    const wrong = 'Choose a calendar file (.ics), at most 1 MB.'
    return json({ wrong, more: 0, unread: 0, holidays: [] } satisfies Answer, { status: 422 })
  }
  const closures = (await closuresPage(ctx)).filter(
    ({ state, location }) => state !== 'lifted' && location === null,
  )
  const holidays = read.holidays.map(({ name, from, until }) => ({
    key: `${from} ${name}`,
    name,
    days: spanWords(from, until, ctx.studio.locale),
    closed: closures.some(({ fromDate, untilDate }) => fromDate <= from && until <= untilDate),
    path: paths.manageClosureNew(ctx.studio, { name, from, until, extendsPacks: 'on' }),
  }))
  const { more, unread } = read
  return json({ wrong: '', more, unread, holidays } satisfies Answer)
}

export default function Holidays() {
  const { studio } = useLoaderData<typeof loader>()
  const answer = useActionData() as Answer | undefined
  const wrong = answer?.wrong
  return (
    <>
      <BackLink to={paths.manageClosures(studio)}>Closures</BackLink>
      <PageHead
        title="Holidays from a file"
        intro="Many countries publish their bank holidays as a calendar file (.ics)."
      />
      <Form method="post" encType="multipart/form-data" className="sheet-form" noValidate>
        {wrong && (
          <p className="say bad whole" role="alert" id="file-error">
            {wrong}
          </p>
        )}
        <div className={wrong ? 'field wrong' : 'field'}>
          <label htmlFor="calendar-file">Calendar file</label>
          <input
            id="calendar-file"
            type="file"
            name="file"
            accept=".ics,text/calendar"
            required
            aria-invalid={wrong ? true : undefined}
            aria-describedby={wrong ? 'file-error' : undefined}
          />
        </div>
        <FormEnd sending="Reading…" cancel={paths.manageClosures(studio)}>
          Read file
        </FormEnd>
      </Form>
      {answer && !wrong && (
        <section className="more">
          <div className="section-head">
            <h2>Days in this file</h2>
            <span>{count(answer.holidays.length, 'holiday')}</span>
          </div>
          {answer.holidays.length === 0 && (
            <p className="muted">No whole days in the next 18 months.</p>
          )}
          <ul className="lines">
            {answer.holidays.map(({ key, name, days, closed, path }) => (
              <li key={key}>
                <span>
                  {days}: {name} {closed && <Label text="Closed" tone="good" />}
                </span>
                {!closed && (
                  <Link className="button small" to={path}>
                    Close<span className="vh"> on {days}</span>
                  </Link>
                )}
              </li>
            ))}
          </ul>
          {answer.unread > 0 && (
            <p className="notice warn">
              {count(answer.unread, 'entry repeats', 'entries repeat')} on changing dates, which
              can’t be read. Close those days under Closures.
            </p>
          )}
          {answer.more > 0 && (
            <p className="muted">
              {count(answer.more, 'more day is', 'more days are')} in the file. Read it again once
              these are over.
            </p>
          )}
        </section>
      )}
    </>
  )
}
