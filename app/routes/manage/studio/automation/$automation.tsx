import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Form, Link, useActionData, useLoaderData } from '@remix-run/react'
import { automationActForm, automationForm } from '#app/domain/automation/automation-fields.ts'
import { automationPage } from '#app/domain/automation/automation-page.server.ts'
import {
  automationStateWords,
  automationTones,
  goesOn,
  hasDays,
  hourWords,
  ifWords,
  onceWords,
  pausedWords,
  reasonWords,
  runStateWords,
  runTones,
  unlessWords,
  whenWords,
} from '#app/domain/automation/automation-words.ts'
import { saveAutomation, switchAutomation } from '#app/domain/automation/save-automation.server.ts'
import { ownControls, ownWords } from '#app/domain/people/list/own-controls.ts'
import { isTooMany, ownFilters, ownText } from '#app/domain/people/list/own-filters.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parsePosted, readPosted, refused } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Label, type LabelTone } from '#app/ui/list/label.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { Table } from '#app/ui/list/table.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { count, deadline } from '#app/values/wording.ts'
import { EditAutomation } from './automation-parts/edit-automation.tsx'
import { Reading } from './automation-parts/reading.tsx'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data?.name ?? 'Automation', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'automations:write')
  const page = await automationPage(ctx, params.automation ?? '')
  if (!page) throw notFound()
  const { automation, runs, met, more, webhooks, ...fields } = page
  const { slug, timeZone, locale } = ctx.studio
  const { trigger, days, fromHour, untilHour, state } = automation
  const reached = met.find(({ why }) => why === '')?.n ?? 0
  const paused = state === 'paused' ? pausedWords(trigger) : ''
  const told = toldWords(automation.targetId, webhooks)
  const many = `${more ? 'at least ' : ''}${count(reached, 'person', 'people')}`
  return {
    studio: { slug },
    rules: fieldRules(automationForm),
    name: automation.name,
    live: state === 'live',
    label: { text: automationStateWords[state], tone: automationTones[state] },
    intro: automation.liveSince
      ? `${state === 'live' ? `Live since ${deadline(automation.liveSince, timeZone, locale)}. ` : paused}${count(automation.sent, told ? 'event' : 'email')} sent.`
      : 'Nothing is sent until you set it live.',
    reading: {
      when: whenWords(trigger, days),
      if: ifWords(ownWords(fields, automation.own, locale), told !== null),
      wait: told
        ? 'No wait: nobody gets an email'
        : `Until ${hourWords(fromHour)}. Quiet hours are ${hourWords(untilHour)} to ${hourWords(fromHour)}`,
      does: told ?? `Email “${automation.subject}”`,
      unless: unlessWords(trigger, told !== null),
      once: onceWords[trigger],
    },
    met: {
      title:
        goesOn(trigger) || trigger === 'birthday'
          ? `Live now, it would ${told ? 'send events about' : 'email'} ${many}.`
          : `Over the last 90 days it would have ${told ? 'sent events about' : 'emailed'} ${many}.`,
      rows: met.flatMap(({ why, n }) => (why === '' ? [] : [{ why: reasonWords[why], n }])),
    },
    runs: runs.map((run) => ({
      id: run.id,
      person: { id: run.personId, name: run.name },
      at: deadline(run.state === 'waiting' ? run.dueAt : run.at, timeZone, locale),
      label: run.cameBack
        ? { text: 'Came back', tone: 'good' as const }
        : { text: runStateWords[run.state], tone: runTones[run.state] as LabelTone },
      why: run.why ? reasonWords[run.why] : '',
    })),
    values: {
      version: String(automation.version),
      name: automation.name,
      targetId: automation.targetId ?? '',
      subject: automation.subject,
      text: automation.text,
      days: String(days),
      fromHour: String(fromHour),
      untilHour: String(untilHour),
    },
    actions: told
      ? actionsOf(webhooks, { id: automation.targetId ?? '', name: told })
      : actionsOf(webhooks, null),
    hasDays: hasDays(trigger),
    own: ownControls(fields, automation.own, locale),
  }
}

type Named = { id: string; name: string }

/** What it does where a webhook is told; null where people are emailed. */
function toldWords(targetId: string | null, webhooks: readonly Named[]): string | null {
  if (targetId === null) return null
  const webhook = webhooks.find(({ id }) => id === targetId)
  return webhook
    ? `Send an event to ${webhook.name}`
    : 'Send an event to a webhook that was deleted'
}

/** What there is to choose; one that was deleted stays until another is chosen. */
function actionsOf(webhooks: readonly Named[], now: Named | null) {
  const there = webhooks.map(({ id, name }) => ({ value: id, label: `Send an event to ${name}` }))
  const gone = now && !webhooks.some(({ id }) => id === now.id)
  return gone ? [...there, { value: now.id, label: now.name }] : there
}

/** Saves an edit (422 beside the field), sets it live or pauses it: 303 to the page. */
export async function action({ context, request, params }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'automations:write')
  const id = params.automation ?? ''
  const page = await automationPage(ctx, id)
  if (!page) throw notFound()
  const posted = await readPosted(request)
  const here = paths.manageAutomation(ctx.studio, id)
  const act = parsePosted(posted, automationActForm)
  if (act.status === 'success') {
    await switchAutomation(ctx, id, act.value.act)
    return redirectWithFlash(app, here, act.value.act === 'live' ? 'Live.' : 'Paused.')
  }
  const submission = parsePosted(posted, automationForm)
  if (submission.status !== 'success') return invalid(submission)
  const { targetId } = submission.value
  if (targetId && !page.webhooks.some((one) => one.id === targetId))
    return invalid(submission, { targetId: ['Choose an email, or a webhook that you have'] })
  const own = ownText(
    new URLSearchParams(
      [...posted].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
    ),
  )
  if (ownFilters(own).some(isTooMany))
    return refused(submission, {
      code: 'too_many_conditions',
      form: ['These are more conditions than one automation can keep. Clear some of them.'],
    })
  if (!(await saveAutomation(ctx, id, { ...submission.value, own })))
    return refused(submission, {
      code: 'changed_meanwhile',
      form: ['Someone changed it in the meantime. Reload the page and try again.'],
    })
  return redirectWithFlash(app, here, 'Saved. Runs that have begun keep the words they had.')
}

export default function Automation() {
  const data = useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  const { studio, name, label, live, intro, reading, met, runs } = data
  return (
    <>
      <BackLink to={paths.manageAutomations(studio)}>Automation</BackLink>
      <PageHead
        title={name}
        intro={
          <>
            <Label {...label} /> {intro}
          </>
        }
        actions={
          <Form method="post">
            <button
              type="submit"
              className={live ? 'button' : 'button primary'}
              name="act"
              value={live ? 'pause' : 'live'}
            >
              {live ? 'Pause' : 'Set live'}
            </button>
          </Form>
        }
      />
      <div className="split">
        <div className="sections">
          <Reading reading={reading} />
          <section>
            <div className="section-head">
              <h2>Run log</h2>
            </div>
            {runs.length > 0 ? (
              <Table
                caption="Runs, newest first"
                rows={runs}
                rowKey={({ id }) => id}
                columns={[
                  {
                    name: 'Name',
                    place: 'name',
                    cell: ({ person }) => (
                      <Link to={paths.managePerson(studio, person.id)}>{person.name}</Link>
                    ),
                  },
                  { name: 'When', place: 'under', cell: ({ at }) => at },
                  { name: 'Result', place: 'state', cell: (run) => <Label {...run.label} /> },
                  { name: 'Why', place: 'under', cell: ({ why }) => why },
                ]}
              />
            ) : (
              <p className="muted">Everyone it meets appears here, with the result.</p>
            )}
          </section>
        </div>
        <aside className="aside">
          <section>
            <h2>{met.title}</h2>
            <ul className="muted">
              {met.rows.map(({ why, n }) => (
                <li key={why}>
                  {why}: <b className="num">{n}</b>
                </li>
              ))}
            </ul>
          </section>
          <EditAutomation
            rules={data.rules}
            values={data.values}
            actions={data.actions}
            hasDays={data.hasDays}
            own={data.own}
            answer={answer}
            key={data.values.version}
          />
        </aside>
      </div>
    </>
  )
}
