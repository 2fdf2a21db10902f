import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { moveOccurrence } from '#app/domain/scheduling/series/move-occurrence.server.ts'
import { movePage } from '#app/domain/scheduling/series/move-page.server.ts'
import { moveView } from '#app/domain/scheduling/series/move-view.ts'
import {
  closedWords,
  moveForm,
  moveParams,
  moveRefusals,
} from '#app/domain/scheduling/series/move-words.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parseForm, refused } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { listParams } from '#app/http/list-params.server.ts'
import { tellSoon } from '#app/http/tell-people.server.ts'
import { paths } from '#app/paths.ts'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { itemPath } from '#app/ui/schedule/item-path.ts'
import { MoveForm } from '#app/ui/schedule/move-form.tsx'
import { minutesBetween } from '#app/values/instant.ts'
import { count, dayLongTime, deadline } from '#app/values/wording.ts'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data ? `Move ${data.move.title}` : 'Move', { matches })

/**
 * What moving one thing would change; the place and time in the address are those it was dropped
 * at.
 */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'schedule:write')
  const { view, by, ...wanted } = listParams(app, moveParams)
  const page = await movePage(ctx, params.occurrence ?? '', wanted)
  if (!page) throw notFound()
  const { row } = page
  const { slug, locale } = ctx.studio
  const path = paths.manageMove(ctx.studio, row.id)
  const minutes = minutesBetween(row.startsAt, row.endsAt)
  return {
    rules: fieldRules(moveForm),
    studio: { slug },
    move: moveView(page, { path, view, by, locale, minutes }),
  }
}

/** Moves it. What is in the way is said by name once; ticking that it is meant goes on. */
export async function action({ context, request, params }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'schedule:write')
  const submission = await parseForm(request, moveForm)
  if (submission.status !== 'success') return invalid(submission)
  const { view, by, anyway, ...wanted } = submission.value
  const result = await moveOccurrence(ctx, params.occurrence ?? '', {
    ...wanted,
    anyway,
  })
  const { timeZone, locale } = ctx.studio
  if (!result.ok) {
    switch (result.reason) {
      case 'not_found':
        throw notFound()
      case 'taken':
        return refused(submission, { fields: { anyway: result.facts.taken }, code: result.reason })
      case 'over_room': {
        const sentence =
          `The room holds ${result.facts.room}, fewer than this has places. ` +
          'Choose another room'
        return refused(submission, { fields: { roomId: [sentence] }, code: result.reason })
      }
      case 'closed_then':
        return refused(submission, {
          fields: { date: [closedWords(result.facts.name)] },
          code: result.reason,
        })
      case 'length': {
        const sentence = 'A session is as long as its course says. Don’t change the minutes'
        return refused(submission, { form: [sentence], code: result.reason })
      }
      case 'in_the_past':
        return refused(submission, {
          fields: { date: ['Enter a time that is still to come'] },
          code: result.reason,
        })
      case 'changed_meanwhile': {
        const { by: who, at } = result.facts
        const sentence =
          `${who} changed this ${deadline(at, timeZone, locale)}, after you opened it. ` +
          'Open it again to see the latest'
        return refused(submission, { form: [sentence], code: result.reason })
      }
      default:
        return refused(submission, { form: [moveRefusals[result.reason]], code: result.reason })
    }
  }
  tellSoon(app, ctx)
  const when = dayLongTime(`${wanted.date}T${wanted.time}`, locale)
  const notified =
    result.notified > 0 ? ` ${count(result.notified, 'person is', 'people are')} notified.` : ''
  const back = paths.manageSchedule(ctx.studio, { view, on: wanted.date, by })
  return redirectWithFlash(app, back, `${result.title} is on ${when} now.${notified}`)
}

export default function Move() {
  const { rules, studio, move } = useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  const back = paths.manageSchedule(studio, { view: move.view, by: move.by, on: move.date })
  return (
    <>
      <BackLink to={back}>Calendar</BackLink>
      <PageHead title={`Move ${move.title}`} intro={`Now ${move.when}.`} />
      {move.refused ? (
        <>
          <p data-refusal={move.refusal}>{move.refused}</p>
          <Link className="button" to={itemPath(studio, move.item)}>
            Open it
          </Link>
        </>
      ) : (
        <MoveForm
          key={answer ? 'answered' : 'asked'}
          data={move}
          rules={rules}
          answer={answer}
          leave={
            <Link className="button quiet" to={back}>
              Don’t move
            </Link>
          }
        />
      )}
    </>
  )
}
