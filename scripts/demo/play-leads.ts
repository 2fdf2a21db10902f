/** Leads in every stage, through the use cases: who got in touch, who answered, who came and joined. */

import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { leadFormForm } from '#app/domain/leads/capture/form-forms.ts'
import {
  keepSubmission,
  routeSubmission,
} from '#app/domain/leads/capture/route-submission.server.ts'
import { saveForm } from '#app/domain/leads/capture/save-form.server.ts'
import { logContact, planNext } from '#app/domain/leads/log-contact.server.ts'
import { moveLeadToKind } from '#app/domain/leads/move-lead.server.ts'
import { setOwners } from '#app/domain/leads/pipelines/save-pipeline.server.ts'
import { touchLead } from '#app/domain/leads/touch-lead.server.ts'
import { recordConsent } from '#app/domain/people/consents/record-consent.server.ts'
import { unsubscribeToken } from '#app/domain/people/consents/unsubscribe.server.ts'
import { keepReferral } from '#app/domain/people/referrals/keep-referral.server.ts'
import {
  makeReferralLink,
  referralLinkStatement,
} from '#app/domain/people/referrals/referral-page.server.ts'
import { addMinutes } from '#app/values/instant.ts'
import type { Person } from './build-people.ts'
import type { Player, Scene } from './player.ts'

type Stage =
  | 'new'
  | 'contacted'
  | 'trial_booked'
  | 'trial_attended'
  | 'offer_made'
  | 'won'
  | 'nurture'
  | 'lost'

/** Leads of a studio: what they want, when they could come, and how far each got. */
const leads: [
  name: string,
  wish: number,
  times: string,
  stage: Stage,
  came: 'form' | 'walk_in' | 'referral',
][] = [
  ['Imogen Frost', 0, 'weekday-evening', 'new', 'form'],
  ['Callie Nwosu', 1, 'weekday-evening, weekend-morning', 'new', 'form'],
  ['Jonah Reeve', 2, 'weekday-morning', 'new', 'referral'],
  ['Mina Sorour', 0, 'weekend-morning', 'new', 'form'],
  ['Freya Hollis', 1, 'weekday-evening', 'contacted', 'walk_in'],
  ['Dev Chandran', 0, 'weekday-evening', 'contacted', 'form'],
  ['Ottilie Barr', 2, 'weekend-morning', 'contacted', 'form'],
  ['Ravi Menon', 1, '', 'contacted', 'referral'],
  ['Sunita Rana', 0, 'weekday-evening', 'trial_booked', 'form'],
  ['Matt Peverell', 1, 'weekday-evening', 'trial_booked', 'form'],
  ['Lena Vogel', 2, 'weekend-morning', 'trial_booked', 'walk_in'],
  ['Bryony Tate', 0, 'weekday-evening', 'trial_attended', 'form'],
  ['Kit Marlowe', 1, 'weekday-evening', 'trial_attended', 'form'],
  ['Ewa Nowak', 2, 'weekday-morning', 'trial_attended', 'walk_in'],
  ['Polly Adeyemi', 0, 'weekday-evening', 'offer_made', 'referral'],
  ['Ross Tierney', 1, 'weekday-evening', 'offer_made', 'form'],
  ['Safiya Noor', 2, 'weekend-morning', 'offer_made', 'form'],
  ['Gwen Abbott', 0, 'weekday-evening', 'won', 'form'],
  ['Theo Lindqvist', 1, 'weekday-evening', 'won', 'form'],
  ['Nadia Petrov', 2, 'weekend-morning', 'won', 'referral'],
  ['Hugo Baptiste', 0, '', 'nurture', 'form'],
  ['Ines Caldeira', 1, 'weekend-morning', 'nurture', 'walk_in'],
  ['Wes Harding', 2, 'weekday-evening', 'lost', 'form'],
  ['Yuki Tanabe', 0, '', 'lost', 'form'],
  ['Aoife Brennan', 1, 'weekday-morning', 'lost', 'form'],
]

/** What a lead goes through on its way to each stage. */
const ways: Record<Stage, Exclude<Stage, 'new'>[]> = {
  new: [],
  contacted: [],
  trial_booked: ['trial_booked'],
  trial_attended: ['trial_booked', 'trial_attended'],
  offer_made: ['trial_booked', 'trial_attended', 'offer_made'],
  won: ['trial_booked', 'trial_attended', 'won'],
  nurture: ['nurture'],
  lost: ['lost'],
}

const sources = { form: 'website', walk_in: 'walk-in', referral: 'referral' } as const

/** The form of the website, and 25 leads of the last weeks. */
export function playLeads(
  player: Player,
  {
    studioId,
    staff,
    wishes,
    referrer,
  }: {
    studioId: string
    staff: readonly Person[]
    wishes: readonly string[]
    /** A member who brought the newest of them. */
    referrer: Person
  },
): void {
  // Not by chance, which everything else of the world is drawn from.
  const idOf = (n: number) => `${studioId.slice(0, 8)}${String(n).padStart(4, '0')}`
  const formId = idOf(0)
  const day = 24 * 60
  player.at(addMinutes(player.now, -40 * day), async ({ desk }) => {
    await setOwners(
      desk,
      staff.slice(1, 4).map(({ id }) => id),
    )
    await saveForm(desk, null, formOf(formId, wishes))
    await unsubscribeToken(desk, staff[0]?.id ?? '')
  })
  player.at(addMinutes(player.now, -3), (scene) => playLast(scene, idOf(90), referrer))
  for (const [i, [name, wish, times, stage, came]] of leads.entries()) {
    const key = idOf(i * 3 + 1)
    const began = stage === 'new' ? -15 - i * 25 : -(2 + i) * day
    const at = addMinutes(player.now, began)
    const email = `${name.toLowerCase().replace(/\s+/g, '.')}@example.test`
    const interest = wishes[wish % wishes.length] ?? ''
    player.at(at, async ({ ctx }) => {
      if (came !== 'form')
        return touchLead(ctx, {
          key,
          kind: came,
          name,
          email,
          interest,
          preferredTimes: times,
          sourceId: sources[came],
          byName: staff[0]?.name ?? '',
          ...(came === 'referral' ? { referredBy: 'a member' } : {}),
        })
      const raw = new URLSearchParams({
        name,
        email,
        interest,
        times,
        'consent-email-marketing': 'on',
      })
      if (i % 3 === 0) raw.delete('consent-email-marketing')
      const sent = { id: key, formId, formVersion: 1, page: '', raw: raw.toString() }
      await keepSubmission(ctx, { ...sent, contentType: 'application/x-www-form-urlencoded' })
      return routeSubmission(ctx, key)
    })
    if (stage !== 'new')
      playWay(player, {
        email,
        stage,
        answered: addMinutes(at, 9 + i * 4),
        call: idOf(i * 3 + 2),
        plan: idOf(i * 3 + 3),
      })
  }
}

/**
 * One gives the address of one and the number of another, so that the two are listed; one wants no
 * news any more.
 */
async function playLast({ ctx, desk, as }: Scene, key: string, referrer: Person): Promise<void> {
  const came = { kind: 'walk_in', name: 'Mina Sorour', byName: desk.actor.name } as const
  const phone = '+44 7700 900126'
  await touchLead(ctx, {
    ...came,
    key: `${key.slice(0, 11)}a`,
    email: 'ravi.menon@example.test',
    phone,
  })
  await touchLead(ctx, { ...came, key, email: 'mina.sorour@example.test', phone })
  const { personId } = await touchLead(ctx, { ...came, key, email: 'mina.sorour@example.test' })
  const kind = { channel: 'email', purpose: 'marketing' } as const
  await recordConsent(desk, personId, { kind, given: false })
  await makeReferralLink(as(referrer))
  const { link } = await batch(ctx.db, { link: referralLinkStatement(as(referrer)) })
  await keepReferral(ctx, link[0]?.code ?? '', personId)
}

const formOf = (key: string, wishes: readonly string[]) =>
  leadFormForm.parse({
    key,
    name: 'Website',
    title: 'Try a class with us',
    intro: 'Tell us what you would like to try, and we’ll find you a class.',
    interests: wishes.join('\n'),
    times: 'on',
    message: 'on',
    thanks: 'We’ll be in touch within the day.',
    replySubject: 'Thank you for writing to us',
    replyText: 'We have your message and will be in touch within the day.',
    pipelineId: 'membership',
    sourceId: 'website',
    ask_email_marketing: 'on',
  })

type Way = { email: string; stage: Stage; answered: string; call: string; plan: string }

/** A first call, then a stage every few hours; what is open in the end has something planned. */
function playWay(player: Player, { email, stage, answered, call, plan }: Way): void {
  const leadOf = async ({ ctx }: Scene) =>
    (
      await ctx.db.all<{ id: string }>(sql`SELECT lead.id FROM leads AS lead
        JOIN people AS person ON person.id = lead.person_id
        WHERE lead.studio_id = ${ctx.studio.id} AND person.email = ${email}`)
    )[0]?.id ?? ''
  player.at(answered, async (scene) =>
    logContact(scene.desk, await leadOf(scene), {
      key: call,
      kind: 'call',
      text: 'Would like to try a class.',
    }),
  )
  const ends = ways[stage]
  for (const [step, kind] of ends.entries())
    player.at(addMinutes(answered, (step + 1) * 300), async (scene) =>
      moveLeadToKind(scene.desk, await leadOf(scene), kind, kind === 'lost' ? 'times' : ''),
    )
  if (stage === 'won' || stage === 'lost' || stage === 'nurture') return
  player.at(addMinutes(answered, (ends.length + 1) * 300), async (scene) =>
    planNext(scene.desk, await leadOf(scene), {
      key: plan,
      note: '',
      action: stage === 'trial_attended' ? 'offer' : 'call',
      at: addMinutes(player.now, stage === 'offer_made' ? 26 * 60 : 3 * 60),
    }),
  )
}
