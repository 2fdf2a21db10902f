import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { shardNumbers } from '#app/db/connection.server.ts'
import { readConfiguration } from '#app/domain/identity/configuration.server.ts'
import { changeStudioDraft, createStudio } from '#app/domain/onboarding/create-studio.server.ts'
import { fillSampleData } from '#app/domain/onboarding/fill-sample-data.server.ts'
import { publishStudio } from '#app/domain/onboarding/publish-studio.server.ts'
import { readTimetableFile } from '#app/domain/onboarding/read-timetable-file.ts'
import { saveSetupStep } from '#app/domain/onboarding/save-setup-step.server.ts'
import {
  isDone,
  missingBefore,
  missingSteps,
  nextStep,
  type SetupDraft,
  type SetupStep,
  setupSteps,
} from '#app/domain/onboarding/setup-draft.ts'
import { publishFields, studioFields } from '#app/domain/onboarding/setup-fields.ts'
import { findOpenSetup } from '#app/domain/onboarding/setup-queries.server.ts'
import { setupSummary } from '#app/domain/onboarding/setup-summary.ts'
import { weekFromFile } from '#app/domain/onboarding/week-from-file.ts'
import { deliverSoon } from '#app/http/deliver-soon.server.ts'
import { studioTrialDays } from '#app/http/environment.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parseForm, refused } from '#app/http/form.server.ts'
import { notFound, requireVisitor } from '#app/http/guards.server.ts'
import { settlePicture } from '#app/http/posted-picks.server.ts'
import type { RequestContext, Visitor } from '#app/http/request-context.server.ts'
import { paths } from '#app/paths.ts'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { InlineStyle } from '#app/ui/inline-style.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { colourKey, studioColoursCss } from '#app/values/colour.ts'
import { listZones, localDate, zoneInWords } from '#app/values/zone.ts'
import { readStep, setupOf, stepRules } from './setup-form.server.ts'
import { SetupQuestion } from './setup-question.tsx'

export const meta: MetaFunction = (args) => pageTitle('Set up your studio', args)

export const handle = {
  styles: [
    'form',
    'button',
    'pick',
    'chip',
    'sheet',
    'lines',
    'alert',
    'landing',
    'welcome',
    'image-plain',
    'palette',
    'picker',
  ],
} satisfies PageHandle

/** Shown for as long as the house has no word of the person's own zone. */
const usualZone = 'Europe/London'

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { app, visitor } = await owner(context.app)
  const { now } = await app.loadVisitor()
  const step = stepOf(params.step)
  const draft = await findOpenSetup(app.directory, visitor.userId)
  const before = draft && missingBefore(draft, step)
  if (!draft && step !== 'studio') throw redirect(paths.setupStep('studio'), 303)
  if (before) throw redirect(paths.setupStep(before), 303)
  if (draft?.state === 'publishing' && step !== 'publish')
    throw redirect(paths.setupStep('publish'), 303)
  const zone = visitor.timeZone ?? (app.request.cf?.timezone as string | undefined) ?? usualZone
  return {
    step,
    draft,
    rules: stepRules(step, draft?.studio.currency ?? ''),
    done: draft ? setupSteps.filter((one) => isDone(draft, one)) : [],
    missing: draft ? missingSteps(draft) : [],
    summary: draft && step === 'publish' ? setupSummary(draft, now) : [],
    host: app.url.host,
    zone: zoneInWords(zone),
    email: visitor.email,
    zones: step === 'studio' ? listZones().map(zoneInWords) : [],
  }
}

/** Whose account it is; setting up a studio comes after setting up the person. */
async function owner(app: RequestContext): Promise<{ app: RequestContext; visitor: Visitor }> {
  const guarded = await requireVisitor({ app })
  if (!guarded.visitor.setupComplete) throw redirect(paths.startStudio(), 303)
  return guarded
}

function stepOf(text: string | undefined): SetupStep {
  const step = setupSteps.find((one) => one === text?.toLowerCase())
  if (!step) throw notFound()
  return step
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const { app, visitor } = await owner(context.app)
  const step = stepOf(params.step)
  if (step === 'publish') return publish(app, visitor, request)
  const draft = await findOpenSetup(app.directory, visitor.userId)
  if (step === 'studio') return saveStudio(app, visitor, request, draft)

  if (!draft) throw notFound()
  const { now } = await app.loadVisitor()
  const { timeZone, currency } = draft.studio
  const { submission, input, wrong } = await readStep(step, request, currency, {
    settleLogo: (form) => storeLogo(app, visitor, draft, form),
    readWeek: (text) =>
      weekFromFile(
        draft.answers,
        readTimetableFile(text, { today: localDate(now, timeZone), timeZone }),
      ),
  })
  if (setupOf(submission) !== draft.studio.id) throw notFound()
  if (!input) return invalid(submission, wrong)
  const saved = await saveSetupStep({ directory: app.directory, now }, visitor, draft, input)
  if (saved.ok) {
    return submission.payload.more === 'rows' || input.step === 'timetable'
      ? redirect(paths.setupStep(step), 303)
      : goOn(app, visitor)
  }
  const sentence = {
    being_published: beingPublished,
    unknown_pack: 'One of these classes doesn’t match what your studio teaches. Reload the page.',
    unknown_choice: 'One of these classes or rooms has been removed. Reload the page.',
    over_room:
      saved.reason === 'over_room'
        ? `${saved.facts.room} holds ${saved.facts.capacity} people. ` +
          `Enter at most ${saved.facts.capacity} places.`
        : '',
  }
  return refused(submission, { form: [sentence[saved.reason]], code: saved.reason })
}

/** The studio is not open yet, but its place in a shard is known. */
async function storeLogo(
  app: RequestContext,
  visitor: Visitor,
  { studio }: SetupDraft,
  form: FormData,
) {
  const { now } = await app.loadVisitor()
  const actor = { userId: visitor.userId, name: visitor.name, role: 'owner' as const }
  const { nowMs, origin } = app
  const { secret } = readConfiguration(app.env)
  const ctx = { db: app.shardOf(studio), studio, now, nowMs, origin, secret, actor }
  return settlePicture(app, ctx, form, { name: 'logo', folder: 'brand' })
}

const beingPublished =
  'Your studio is being opened. Select “Open my studio” on the last page to finish.'

async function saveStudio(
  app: RequestContext,
  visitor: Visitor,
  request: Request,
  draft: SetupDraft | null,
) {
  const submission = await parseForm(request, studioFields)
  const setup = setupOf(submission)
  // A form without a set-up is the first one, perhaps pressed twice: then it changes what the first
  // press began.
  if (setup !== null && setup !== draft?.studio.id) throw notFound()
  if (submission.status !== 'success') return invalid(submission)
  const { now } = await app.loadVisitor()
  const ctx = { directory: app.directory, shards: shardNumbers(app.env), now }
  const result = draft
    ? await changeStudioDraft(ctx, visitor, draft, submission.value)
    : await createStudio(ctx, visitor, submission.value)
  if (result.ok) return goOn(app, visitor)
  if (result.reason === 'setup_open') return goOn(app, visitor)
  if (result.reason === 'being_published')
    return refused(submission, { form: [beingPublished], code: result.reason })
  const { free } = result.facts
  const instead = free ? `“${free}” is free.` : 'Choose another.'
  const sentence = `“${submission.value.slug}” is taken. ${instead}`
  return refused(submission, { fields: { slug: [sentence] }, code: result.reason })
}

async function goOn(app: RequestContext, visitor: Visitor) {
  const draft = await findOpenSetup(app.directory, visitor.userId)
  return redirect(paths.setupStep(draft ? nextStep(draft) : 'studio'), 303)
}

async function publish(app: RequestContext, visitor: Visitor, request: Request) {
  const submission = await parseForm(request, publishFields)
  const setup = setupOf(submission)
  if (setup === null) throw notFound()
  if (submission.status !== 'success') return invalid(submission)
  const { now } = await app.loadVisitor()
  const ctx = {
    ...app,
    now,
    secret: readConfiguration(app.env).secret,
    trialDays: studioTrialDays(app.env),
  }
  const result = await publishStudio(ctx, visitor, setup, submission.value)
  if (result.ok) {
    const { studio } = result
    deliverSoon(app, app.directory)
    if (submission.value.sample) await fillSampleData({ ...ctx, db: app.shardOf(studio), studio })
    const address = `${app.url.host}${paths.studio(studio)}`
    return redirectWithFlash(
      app,
      paths.manageToday(studio),
      `${studio.name} is open. Send people to ${address}.`,
    )
  }
  if (result.reason === 'not_found') throw notFound()
  const sentence =
    result.reason === 'steps_missing'
      ? 'Some answers are missing: see the list below.'
      : 'Something was changed in another window. Reload the page, then open your studio.'
  return refused(submission, { form: [sentence], code: result.reason })
}

export default function SetUpStudio() {
  const data = useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  return (
    <>
      {data.draft && <InlineStyle css={studioColoursCss([data.draft.studio])} />}
      <SetupQuestion
        {...data}
        answer={answer}
        studio={
          data.draft && {
            id: data.draft.studio.id,
            name: data.draft.studio.name,
            colour: colourKey(data.draft.studio),
          }
        }
      />
    </>
  )
}
