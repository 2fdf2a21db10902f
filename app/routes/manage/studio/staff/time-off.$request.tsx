import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { decideTimeOff } from '#app/domain/staffing/decide-time-off.server.ts'
import { decideForm } from '#app/domain/staffing/time-off-form.ts'
import { timeOffWithClasses } from '#app/domain/staffing/time-off-queries.server.ts'
import { decidedWords, spanWords, timeOffLabels } from '#app/domain/staffing/time-off-words.ts'
import { deliverSoon } from '#app/http/deliver-soon.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parseForm, refused } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { LiveFormBody, useLiveForm } from '#app/ui/form/live-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Label } from '#app/ui/list/label.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { itemPath } from '#app/ui/schedule/item-path.ts'
import { count, dayShortTime } from '#app/values/wording.ts'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data ? `Time off of ${data.name}` : 'Time off', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'staff:write')
  const page = await timeOffWithClasses(ctx, params.request ?? '')
  if (!page) throw notFound()
  const { found, taught, shifts } = page
  const { slug, locale } = ctx.studio
  const open = found.endsAt > ctx.now
  return {
    rules: fieldRules(decideForm),
    studio: { slug },
    name: found.person.name,
    personId: found.person.id,
    when: spanWords(found, ctx.studio),
    reason: found.reason,
    label: timeOffLabels[found.state],
    decided: found.byName
      ? `${timeOffLabels[found.state].text} by ${found.byName}.${found.answer ? ` “${found.answer}”` : ''}`
      : '',
    acts: open && found.state === 'asked',
    cancels: open && found.state === 'approved',
    inTheWay: [
      ...taught.map(({ id, kind, seriesId, title, localStart, booked, requestId }) => ({
        id,
        title,
        when: dayShortTime(localStart, locale),
        note: [booked > 0 ? `${booked} booked` : '', requestId ? 'cover is asked for' : '']
          .filter(Boolean)
          .join(', '),
        path: requestId
          ? paths.manageSubstitution(ctx.studio, requestId)
          : kind && itemPath(ctx.studio, { kind, id, seriesId: seriesId ?? '' }),
      })),
      ...shifts.map(({ id, title, ...span }) => ({
        id,
        title,
        when: spanWords(span, ctx.studio),
        note: 'shift',
        path: paths.manageShift(ctx.studio, id),
      })),
    ],
  }
}

const done = {
  approved:
    'Approved. What they teach then is listed under Substitutes; shifts of theirs are marked on the rota.',
  declined: 'Declined.',
  withdrawn: 'Time off cancelled.',
  asked: '',
}

/** Decides, and tells the person: 303 to the list; 422 where somebody else was first. */
export async function action({ context, request, params }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'staff:write')
  const submission = await parseForm(request, decideForm)
  if (submission.status !== 'success') return invalid(submission)
  const result = await decideTimeOff(ctx, params.request ?? '', submission.value)
  deliverSoon(app, ctx.db)
  if (result.ok) return redirectWithFlash(app, paths.manageTimeOffs(ctx.studio), done[result.state])
  if (result.reason === 'not_found') throw notFound()
  return refused(submission, {
    code: result.reason,
    form: [
      result.reason === 'over'
        ? 'That time is over: nothing changes any more.'
        : decidedWords(result),
    ],
  })
}

export default function OneTimeOff() {
  const data = useLoaderData<typeof loader>()
  const { rules, studio, name, personId, when, reason, label, decided, acts, cancels, inTheWay } =
    data
  const form = useLiveForm('decide', ['answer'], {
    answer: useActionData() as PageFormAnswer | undefined,
    rules,
  })
  return (
    <>
      <BackLink to={paths.manageTimeOffs(studio)}>Time off</BackLink>
      <PageHead title={`Time off of ${name}`} intro={when} />
      <div className="sections">
        <section>
          <p>
            <Label {...label} /> {reason || <span className="muted">No reason given.</span>}{' '}
            <Link to={paths.manageStaffWork(studio, personId)}>Their work</Link>
          </p>
          {decided && <p className="muted">{decided}</p>}
          {(acts || cancels || form.refusal) && (
            <LiveFormBody of={form} className="sheet-form">
              {(acts || cancels) && (
                <>
                  <TextField
                    field={form.fields.answer}
                    label="A word to them (optional)"
                    hint={`${name} gets it by email.`}
                  />
                  <div className="form-end">
                    {acts ? (
                      <>
                        <button className="button primary" type="submit" name="act" value="approve">
                          Approve
                        </button>
                        <button className="button" type="submit" name="act" value="decline">
                          Decline
                        </button>
                      </>
                    ) : (
                      <button className="button" type="submit" name="act" value="cancel">
                        Cancel time off
                      </button>
                    )}
                  </div>
                </>
              )}
            </LiveFormBody>
          )}
        </section>
        <section>
          <div className="section-head">
            <h2>Needs cover</h2>
            {inTheWay.length > 0 && <span>{count(inTheWay.length, 'entry', 'entries')}</span>}
          </div>
          {inTheWay.length === 0 && (
            <p className="muted">Nothing of theirs is on the calendar or the rota then.</p>
          )}
          <ul className="lines">
            {inTheWay.map(({ id, title, when: at, note, path }) => (
              <li key={id}>
                <span>
                  {path ? <Link to={path}>{title}</Link> : title}{' '}
                  <span className="muted">
                    {at}
                    {note && `, ${note}`}
                  </span>
                </span>
              </li>
            ))}
          </ul>
        </section>
      </div>
    </>
  )
}
