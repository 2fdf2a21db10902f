import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/cloudflare'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import * as z from 'zod'
import { appointmentPage } from '#app/domain/appointments/appointment-pages.server.ts'
import {
  type AppointmentRefusal,
  appointmentSentences,
  appointmentStage,
  priceFor,
} from '#app/domain/appointments/appointment-view.ts'
import { confirmMine } from '#app/domain/appointments/confirm-appointment.server.ts'
import { leavingWords } from '#app/domain/appointments/leaving-words.ts'
import { deliverSoon } from '#app/http/deliver-soon.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseForm } from '#app/http/form.server.ts'
import { notFound, requireMember } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { Icon } from '#app/ui/icon/icon.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import { Story } from '#app/ui/list/story.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { clockTime, count, dayLong, deadline, money, zoneName } from '#app/values/wording.ts'
import { localDateTime } from '#app/values/zone.ts'

export const handle = {
  styles: ['back-link', 'button', 'say', 'story', 'dock', 'pick', 'form'],
} satisfies PageHandle

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data ? `${data.title}, ${data.when}` : 'Appointment', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx, viewer } = await requireMember(context)
  const page = await appointmentPage(ctx, viewer, params.appointment ?? '')
  if (!page) throw notFound()
  const { appointment: a, type, leaving, moving, lots, shell } = page
  const { slug, locale, timeZone, currency } = ctx.studio
  const held = a.state === 'held' && (a.heldUntil ?? '') > ctx.now
  return {
    studio: { slug },
    id: a.id,
    typeId: a.typeId,
    title: a.title,
    when: `${dayLong(a.localStart.slice(0, 10), locale)}, ${clockTime(a.localStart, locale)}`,
    where: `${zoneName(timeZone, locale)}, ${type.minutes} min. ${a.coachName}, ${a.roomName}`,
    stage: appointmentStage({ ...a, now: ctx.now }),
    lapsed: a.state === 'lapsed' || (a.state === 'held' && !held),
    reason: a.reason,
    paid: a.lotName
      ? `1 credit of your ${a.lotName}`
      : a.priceMinor > 0
        ? money(a.priceMinor, currency, locale)
        : null,
    change: leaving
      ? leavingWords(
          {
            ...leaving.cancellation,
            ...leaving,
            cutoffAt: a.cutoffAt,
            lotName: a.lotName,
            priceMinor: a.priceMinor,
          },
          ctx.studio,
        ).sentence
      : null,
    movable: a.state === 'confirmed' && leaving !== null,
    ask: held
      ? {
          until: clockTime(localDateTime(a.heldUntil ?? ctx.now, timeZone), locale),
          prices: Array.from({ length: type.people }, (_, i) => {
            const { minor, working } = priceFor(type, i + 1, ctx.studio)
            return { people: i + 1, price: money(minor, currency, locale), working }
          }),
          lots: lots.map(({ id, name, left }) => ({ id, name, left })),
          approval: type.approval,
          cutoff: deadline(a.cutoffAt, timeZone, locale),
          late: ctx.now > a.cutoffAt,
          moving: moving
            ? {
                when: `${dayLong(moving.appointment.localStart.slice(0, 10), locale)}, ${clockTime(moving.appointment.localStart, locale)}`,
                ...leavingWords(
                  {
                    ...moving.cancellation,
                    backMinor: moving.backMinor,
                    priceMinor: moving.appointment.priceMinor,
                    cutoffAt: moving.appointment.cutoffAt,
                    lotName: moving.appointment.lotName,
                  },
                  ctx.studio,
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
  guests: z.string().trim().max(120).default(''),
  pay: z
    .string()
    .regex(/^(account|lot:[\w-]{1,40})$/)
    .default('account'),
})

/** Confirms the hold: 303 with what it did, 422 with why not. Twice is once. */
export async function action({ context, params, request }: ActionFunctionArgs) {
  const { app, ctx } = await requireMember(context)
  const submission = await parseForm(request, form)
  if (submission.status !== 'success') {
    return json(
      { refusal: 'people', said: 'Say how many come and how it is paid, then confirm.' },
      { status: 422 },
    )
  }
  const { people, guests, pay } = submission.value
  const lotId = pay.startsWith('lot:') ? pay.slice(4) : undefined
  const result = await confirmMine(ctx, params.appointment ?? '', {
    people,
    guests,
    ...(lotId ? { lotId } : {}),
  })
  if (!result.ok) {
    if (result.reason === 'not_found') throw notFound()
    return json(
      { refusal: result.reason, said: appointmentSentences[result.reason] },
      { status: 422 },
    )
  }
  deliverSoon(app, ctx.db)
  const said = result.requested
    ? 'Asked for. You are told when the studio has confirmed it.'
    : `Confirmed. Free to cancel or move until ${deadline(result.appointment.cutoffAt, ctx.studio.timeZone, ctx.studio.locale)}.`
  return redirectWithFlash(app, paths.appointment(ctx.studio, result.appointment.id), said)
}

type Data = ReturnType<typeof useLoaderData<typeof loader>>

export default function AppointmentPage() {
  const data = useLoaderData<typeof loader>()
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
  } = data
  const refused = useActionData() as { refusal: AppointmentRefusal; said: string } | undefined
  return (
    <Main slim>
      <BackLink href={paths.appointments(studio)}>Appointments</BackLink>
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
        {!ask && paid && <p className="soft">Paid with {paid}.</p>}
        {change && <p className="soft">{change}</p>}
      </div>
      {refused && (
        <p className="say bad" role="alert" data-refusal={refused.refusal}>
          <Icon name="warning" />
          <span>{refused.said}</span>
        </p>
      )}
      {ask && <Confirm {...data} ask={ask} />}
      <p className="pair">
        {movable && (
          <a className="button" href={paths.appointmentSlots(studio, typeId, { moves: id })}>
            Move it
          </a>
        )}
        {change && (
          <a className="button" href={paths.appointmentCancellation(studio, id)}>
            Cancel it
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

function Confirm({ studio, id, ask }: Data & { ask: NonNullable<Data['ask']> }) {
  const { prices, lots, until, approval, cutoff, late, moving } = ask
  return (
    <Form className="stack wide-gap asks" method="post" action={paths.appointment(studio, id)}>
      {moving && (
        <section className="stack mid-gap" aria-labelledby="moves">
          <h2 id="moves">What happens to {moving.when}</h2>
          <Story
            chapters={moving.effects.map((effect, i) => ({ key: `${i}`, ...effect, now: i === 0 }))}
          />
          <p className={moving.late ? 'say warn' : 'say good'}>
            <Icon name={moving.late ? 'warning' : 'check'} />
            <span>{moving.sentence}</span>
          </p>
        </section>
      )}
      {prices.length > 1 && (
        <fieldset className="stack">
          <legend>How many come?</legend>
          {prices.map(({ people, price, working }, i) => (
            <label key={people} className="pick">
              <input type="radio" name="people" value={people} defaultChecked={i === 0} />
              <span>
                {count(people, 'person', 'people')}
                {working !== price && <span className="soft"> · {working}</span>}
              </span>
              <b>{price}</b>
            </label>
          ))}
          <div className="field">
            <label htmlFor="guests">Who comes with you</label>
            <input id="guests" name="guests" maxLength={120} autoComplete="off" />
          </div>
        </fieldset>
      )}
      {lots.length > 0 && (
        <fieldset className="stack">
          <legend>What pays?</legend>
          {lots.map(({ id, name, left }, i) => (
            <label key={id} className="pick">
              <input type="radio" name="pay" value={`lot:${id}`} defaultChecked={i === 0} />
              <span>
                {name}
                <span className="soft"> · {left} left</span>
              </span>
              <b>1 credit</b>
            </label>
          ))}
          <label className="pick">
            <input type="radio" name="pay" value="account" />
            <span>Your account at the studio</span>
          </label>
        </fieldset>
      )}
      <div className="dock stack">
        <p className={late ? 'say warn' : 'say good'}>
          <Icon name={late ? 'warning' : 'check'} />
          <span>
            {lots.length === 0 &&
              `${prices[0]!.price}${prices.length > 1 ? ' for one' : ''} on your account. `}
            {late
              ? `The free time to cancel was over ${cutoff}.`
              : `Free to cancel or move until ${cutoff}.`}{' '}
            Kept for you until {until}.
          </span>
        </p>
        <button type="submit" className="button primary big wide">
          {moving
            ? moving.late
              ? 'Move it late'
              : 'Move it'
            : approval
              ? 'Ask for this time'
              : 'Confirm this time'}
        </button>
      </div>
    </Form>
  )
}
