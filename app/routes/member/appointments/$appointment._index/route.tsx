import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import * as z from 'zod'
import { appointmentPage } from '#app/domain/appointments/appointment-pages.server.ts'
import {
  type AppointmentRefusal,
  appointmentSentences,
  appointmentStage,
  appointmentTerms,
  priceFor,
} from '#app/domain/appointments/appointment-view.ts'
import { paidWords } from '#app/domain/appointments/appointment-words.ts'
import { confirmMine } from '#app/domain/appointments/confirm-appointment.server.ts'
import { costOfLeaving } from '#app/domain/appointments/leave-appointment.server.ts'
import { leavingWords } from '#app/domain/appointments/leaving-words.ts'
import { costText, shownCost } from '#app/domain/bookings/cancelling/shown-cost.ts'
import { isFree } from '#app/domain/places/cancellation-terms.ts'
import { freeUntilWords } from '#app/domain/places/cancellation-words.ts'
import { payChargeOnline } from '#app/domain/sales/checkout/pay-online.server.ts'
import { deliverSoon } from '#app/http/deliver-soon.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseForm } from '#app/http/form.server.ts'
import { notFound, requireBooker } from '#app/http/guards.server.ts'
import { answerBegun } from '#app/http/payments/begin-payment.server.ts'
import { payingContext } from '#app/http/payments/payment-provider.server.ts'
import { paths } from '#app/paths.ts'
import { Icon } from '#app/ui/icon/icon.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import { useStudioLets } from '#app/ui/layout/studio-lets.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { tidyText } from '#app/values/text/tidy-text.ts'
import { clockTimeAt, dayLongTime, money, zoneName } from '#app/values/wording.ts'
import { ConfirmTime } from './confirm-time.tsx'

export const handle = {
  styles: ['back-link', 'button', 'say', 'timeline', 'dock', 'pick', 'form'],
} satisfies PageHandle

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data ? `${data.title}, ${data.when}` : 'Appointment', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { app, ctx, viewer } = await requireBooker(context)
  const page = await appointmentPage(ctx, viewer, params.appointment ?? '')
  if (!page) throw notFound()
  const { appointment: a, type, leaving, moving, lots, owedMinor, shell } = page
  const { slug, locale, timeZone, currency } = ctx.studio
  const terms = appointmentTerms(a, ctx.now)
  const held = a.state === 'held' && (a.heldUntil ?? '') > ctx.now
  return {
    studio: { slug },
    id: a.id,
    typeId: a.typeId,
    title: a.title,
    when: dayLongTime(a.localStart, locale),
    where:
      `${zoneName(timeZone, locale, a.localStart)}, ${type.minutes} min. ${a.coachName}, ` +
      `${a.roomName}`,
    stage: appointmentStage({ ...a, now: ctx.now }),
    lapsed: a.state === 'lapsed' || (a.state === 'held' && !held),
    reason: a.reason,
    paid: paidWords({ ...a, owedMinor }, ctx.studio),
    change: leaving
      ? leavingWords(
          {
            ...leaving.cancellation,
            ...leaving.money,
            lotName: a.lotName,
          },
          ctx.studio,
        ).sentence
      : null,
    rules: fieldRules(form),
    movable: a.state === 'confirmed' && leaving !== null,
    ask: held
      ? {
          until: clockTimeAt(a.heldUntil ?? ctx.now, timeZone, locale),
          prices: Array.from({ length: type.people }, (_, i) => {
            const { minor, working } = priceFor(type, i + 1, ctx.studio)
            return { people: i + 1, price: money(minor, currency, locale), working }
          }),
          // What asks for approval is charged once it has it.
          online: page.online && !type.approval && payingContext(app.env, ctx) !== null,
          lots: lots.map(({ id, name, left }) => ({ id, name, left })),
          approval: type.approval,
          free: `${freeUntilWords(terms, 'letter', ctx.studio, 'cancel or move')}.`,
          late: !isFree(terms),
          moving: moving
            ? {
                when: dayLongTime(moving.appointment.localStart, locale),
                cost: costText(costOfLeaving(moving, ctx)),
                ...leavingWords(
                  {
                    ...moving.cancellation,
                    ...moving.money,
                    lotName: moving.appointment.lotName,
                  },
                  ctx.studio,
                  { asked: type.approval },
                ),
              }
            : null,
        }
      : null,
    shell,
  }
}

const form = z.object({
  people: z.coerce.number().int().min(1).max(3).default(1),
  guests: z.string().overwrite(tidyText).max(120).default(''),
  shown: z.string().max(80).optional(),
  pay: z
    .string()
    .regex(/^(account|online|lot:[\w-]{1,40})$/)
    .default('account'),
})

/** Confirms the hold: 303 with what it did, 422 with why not. Twice is once. */
export async function action({ context, params, request }: ActionFunctionArgs) {
  const { app, ctx, own, viewer } = await requireBooker(context)
  const submission = await parseForm(request, form)
  if (submission.status !== 'success') {
    return json(
      { refusal: 'people', message: 'Choose how many people and how you’ll pay, then confirm.' },
      { status: 422 },
    )
  }
  const { people, guests, pay, shown } = submission.value
  const lotId = pay.startsWith('lot:') ? pay.slice(4) : undefined
  const result = await confirmMine(ctx, params.appointment ?? '', {
    people,
    guests,
    shown: shownCost(shown),
    ...(lotId ? { lotId } : {}),
  })
  if (!result.ok) {
    if (result.reason === 'not_found') throw notFound()
    return json(
      { refusal: result.reason, message: appointmentSentences[result.reason] },
      { status: 422 },
    )
  }
  deliverSoon(app, ctx.db)
  const here = paths.appointment(ctx.studio, result.appointment.id)
  if (pay === 'online' && !result.requested) {
    const payer = { ...viewer, personId: own.person.id }
    return answerBegun(app, own, here, (paying, back) =>
      payChargeOnline(paying, payer, result.appointment.id, back),
    )
  }
  const message = result.requested
    ? 'Requested. We’ll let you know when it’s confirmed.'
    : `Confirmed. ${freeUntilWords(appointmentTerms(result.appointment, ctx.now), 'letter', ctx.studio, 'cancel or move')}.`
  return redirectWithFlash(app, here, message)
}

export default function AppointmentPage() {
  const data = useLoaderData<typeof loader>()
  const lets = useStudioLets()
  const {
    studio,
    id,
    typeId,
    title,
    when,
    where,
    stage,
    lapsed,
    reason,
    paid,
    change,
    movable,
    ask,
    rules,
  } = data
  const refused = useActionData() as { refusal: AppointmentRefusal; message: string } | undefined
  return (
    <Main slim>
      <BackLink to={paths.appointments(studio)}>Appointments</BackLink>
      <div className="stack">
        <h1>{title}</h1>
        <p>
          <b>{when}</b>
        </p>
        <p className="soft">{where}</p>
        {!ask && (
          <p className={`say ${stage.tone === 'muted' ? '' : stage.tone}`}>
            <Icon name={stage.tone === 'good' ? 'check' : 'clock'} />
            <span>
              {stage.text}. {reason}
            </span>
          </p>
        )}
        {!ask && paid && <p className="soft">{paid}</p>}
        {change && <p className="soft">{change}</p>}
      </div>
      {refused && (
        <p className="say bad" role="alert" data-refusal={refused.refusal}>
          <Icon name="warning" />
          <span>{refused.message}</span>
        </p>
      )}
      {ask && <ConfirmTime studio={studio} id={id} ask={ask} rules={rules} />}
      <p className="pair">
        {movable && (
          <a className="button" href={paths.appointmentSlots(studio, typeId, { moves: id })}>
            Move appointment
          </a>
        )}
        {change && lets('cancel_bookings') && (
          <a className="button" href={paths.appointmentCancellation(studio, id)}>
            Cancel appointment
          </a>
        )}
        {(ask || lapsed) && (
          <a
            className={lapsed ? 'button primary' : 'button'}
            href={paths.appointmentSlots(studio, typeId)}
          >
            Choose another time
          </a>
        )}
      </p>
    </Main>
  )
}
