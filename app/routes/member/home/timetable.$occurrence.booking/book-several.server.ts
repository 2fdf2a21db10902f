import { json } from '@remix-run/cloudflare'
import { termsOfBooking } from '#app/domain/bookings/availability/booking-rules.ts'
import { aboutChild, refusalWords } from '#app/domain/bookings/availability/refusal-words.ts'
import { bookFamily } from '#app/domain/bookings/booking/book-family.server.ts'
import { cancellationSentence } from '#app/domain/places/cancellation-words.ts'
import type { MemberContext } from '#app/domain/scope/contexts.ts'
import { addFlash, redirectWithFlash } from '#app/http/flash.server.ts'
import { notFound } from '#app/http/guards.server.ts'
import type { RequestContext } from '#app/http/request-context.server.ts'
import { dayPath } from '#app/ui/timetable/class-head.tsx'
import { formatsAt } from '#app/values/formats.ts'
import { joinNames } from '#app/values/text/join-names.ts'
import { weekdayTime } from '#app/values/wording.ts'
import { localDate } from '#app/values/zone.ts'
import type { Answer } from './answer.ts'

/** Books everybody who is ticked: 303 where somebody is booked, with who is not and why. */
export async function bookSeveral(
  app: RequestContext,
  ctx: MemberContext,
  occurrenceId: string,
  people: string[],
) {
  const again = (refused: string[]) =>
    json<Answer>(
      { refused: null, wrong: null, family: { refused, ticked: people } },
      { status: 422 },
    )
  if (people.length === 0) return again(['Tick who is coming.'])
  const booked = await bookFamily(ctx, occurrenceId, people, async () => {
    throw notFound()
  })
  const formats = formatsAt(ctx.studio, ctx.now)
  const refused = booked.flatMap(({ called, result }) => {
    if (result.ok) return []
    if (result.reason === 'not_found') throw notFound()
    const { sentence } = refusalWords(result, formats)
    return [
      called
        ? `${called} isn’t booked. ${aboutChild(sentence, called)}`
        : `You aren’t booked. ${sentence}`,
    ]
  })
  const placed = booked.flatMap(({ called, result }) => (result.ok ? [{ called, result }] : []))
  const [first] = placed
  if (!first) return again(refused)
  const names = (outcome: 'booked' | 'waitlisted') =>
    placed.filter(({ result }) => result.outcome === outcome).map(({ called }) => called ?? 'You')
  const { occurrence, booking } = first.result
  const when = `${occurrence.title}, ${weekdayTime(occurrence.localStart, ctx.studio.locale)}.`
  const terms = termsOfBooking(booking, occurrence, ctx.now)
  const [seated, waiting] = [names('booked'), names('waitlisted')]
  const said = [
    seated.length > 0
      ? `Booked for ${joinNames(seated).replace('You', 'you')}. ${when} ${cancellationSentence(terms, { near: formats.today }, formats)}`
      : null,
    waiting.length > 0
      ? `On the waitlist: ${joinNames(waiting).replace('You', 'you')}. ${seated.length > 0 ? '' : when} Free while you wait.`
      : null,
  ]
  for (const sentence of refused) addFlash(app, sentence, 'warn')
  const day = occurrence.localStart.slice(0, 10)
  return redirectWithFlash(
    app,
    dayPath(ctx.studio, day, localDate(ctx.now, ctx.studio.timeZone)),
    said.filter((text) => text !== null).join(' '),
  )
}
