import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { mySkillPage } from '#app/domain/overview/skills-page.server.ts'
import { claimSkill } from '#app/domain/skills/assess-skill.server.ts'
import { claimForm } from '#app/domain/skills/skill-form.ts'
import { moreDays, needWords, ruleWords, sideWords } from '#app/domain/skills/skill-words.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { type FormAnswer, invalid, parseForm, refused } from '#app/http/form.server.ts'
import { notFound, requireMember } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import { useStudioUses } from '#app/ui/layout/studio-uses.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { OtherDates } from '#app/ui/timetable/other-dates.tsx'
import { SkillState } from '#app/ui/training/skill-state.tsx'
import { formatsAt } from '#app/values/formats.ts'
import { newId } from '#app/values/id.ts'
import { count, dayMonthYear } from '#app/values/wording.ts'
import { Claim } from './claim.tsx'

export const handle = {
  styles: ['back-link', 'class-row', 'form', 'lines', 'say', 'skill-map'],
} satisfies PageHandle

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data?.skill.name ?? 'Skill', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx, viewer } = await requireMember(context)
  const page = await mySkillPage(ctx, viewer, params.skill ?? '')
  if (!page) throw notFound()
  const { skill, links, stand, way, status } = page
  const { locale, slug } = ctx.studio
  const of = (kind: string) => links.filter((link) => link.kind === kind)
  const twoSided = skill.twoSided === 1
  const days = stand?.days ?? 0
  const left = status === 'lapsed' ? 1 : Math.max(1, skill.days - days)
  return {
    shell: page.shell,
    studio: { slug },
    formats: formatsAt(ctx.studio, ctx.now),
    skill: { id: skill.id, name: skill.name, about: skill.about, video: skill.video },
    discipline: { id: skill.disciplineId, name: skill.discipline },
    lead: [
      skill.aliases && `Also called ${skill.aliases}.`,
      of('level').length > 0 &&
        `${of('level')
          .map(({ name }) => name)
          .join(' and ')} ${of('level').length === 1 ? 'needs' : 'need'} it.`,
      skill.safety && `${skill.safety}.`,
    ]
      .filter(Boolean)
      .join(' '),
    status,
    big: skill.days > 1 ? `${Math.min(days, skill.days)} of ${count(skill.days, 'day')}` : '',
    rule: `A coach clears it: ${ruleWords({ ...skill, twoSided })}.`,
    missing: status === 'cleared' ? '' : `You need ${moreDays(left)}.`,
    sides:
      twoSided && stand
        ? `${sideWords('Left', stand.leftDays, skill.days)}, ${sideWords('Right', stand.rightDays, skill.days)}.`
        : '',
    since: stand && status === 'cleared' ? dayMonthYear(stand.since, locale) : '',
    lapses: stand?.lapsesOn ? dayMonthYear(stand.lapsesOn, locale) : '',
    needs:
      status === 'locked'
        ? of('needs')
            .map((need) => needWords(need.name, need.more as 'cleared'))
            .join(', ')
        : '',
    claimed: page.seen.some(({ kind }) => kind === 'claimed'),
    seen: page.seen
      .filter(({ kind }) => kind !== 'claimed')
      .map((one) => ({
        id: one.id,
        by: one.by,
        note: one.note,
        on: dayMonthYear(one.onDate, locale),
        times: twoSided
          ? `${one.leftTimes} left, ${one.rightTimes} right`
          : count(one.leftTimes, 'clean time'),
      })),
    classes: page.classes,
    asks: of('asks').map(({ name }) => name),
    exercises: of('teaches')
      .filter(({ more }) => more === 'exercise')
      .map(({ id, name }) => ({ id, name })),
    opens: page.opens,
    way: way.map(({ id, name, days: n }) => ({ id, name, days: count(n, 'day') })),
    sum:
      way.length > 1
        ? `${count(
            way.reduce((n, step) => n + step.days, 0),
            'day',
          )} to clear. At two classes a week that is ${dayMonthYear(page.ready, locale)}.`
        : '',
    key: newId(),
  }
}

/** Says that one can do it: 303 back here; it clears nothing, a coach has to look. */
export async function action({ context, request, params }: ActionFunctionArgs) {
  const { app, ctx } = await requireMember(context)
  const submission = await parseForm(request, claimForm)
  if (submission.status !== 'success') return invalid(submission)
  const id = params.skill ?? ''
  const result = await claimSkill(ctx, id, submission.value)
  if (!result.ok && result.reason === 'not_found') throw notFound()
  if (!result.ok) {
    const form = ['A coach has cleared it already.']
    return refused(submission, { code: result.reason, form })
  }
  return redirectWithFlash(
    app,
    paths.portalSkill(ctx.studio, id),
    'Your coach is asked to look. It counts once they have seen it.',
  )
}

export default function MySkill() {
  const uses = useStudioUses()
  const data = useLoaderData<typeof loader>()
  const answer = useActionData<FormAnswer>()
  const { studio, skill, status, seen, classes, way, opens } = data
  return (
    <Main>
      <BackLink to={paths.portalSkills(studio, { discipline: data.discipline.id })}>
        My {data.discipline.name.toLowerCase()} skills
      </BackLink>
      <h1>{skill.name}</h1>
      {data.lead && <p>{data.lead}</p>}
      <section className="stack" aria-labelledby="where">
        <h2 id="where">
          <SkillState status={status} /> {status !== 'cleared' && data.big}
        </h2>
        <p>
          {data.rule} {data.missing}
        </p>
        {data.sides && <p className="soft">{data.sides}</p>}
        {data.since && (
          <p className="soft">
            Since {data.since}.
            {data.lapses && ` It lapses on ${data.lapses} if nobody sees it again.`}
          </p>
        )}
        {data.needs && <p>It opens after: {data.needs}.</p>}
        {skill.about && <p>{skill.about}</p>}
        {skill.video && (
          <p>
            <a href={skill.video} rel="noreferrer">
              Watch the video
            </a>
          </p>
        )}
      </section>
      <OtherDates
        title={`Classes that teach it in the next month`}
        listings={classes}
        studio={studio}
        formats={data.formats}
        ownZone={null}
      />
      {classes.length === 0 && status !== 'cleared' && (
        <p>No class of the next month teaches it. Ask a coach when it comes up.</p>
      )}
      {way.length > 1 && (
        <section className="stack" aria-labelledby="way">
          <h2 id="way">Shortest way: {way.length} skills</h2>
          <ol className="lines tight">
            {way.map((step) => (
              <li key={step.id}>
                <a href={paths.portalSkill(studio, step.id)}>{step.name}</a>{' '}
                <span className="soft">{step.days}</span>
              </li>
            ))}
          </ol>
          <p className="soft">{data.sum}</p>
        </section>
      )}
      {seen.length > 0 && (
        <section className="stack" aria-labelledby="seen">
          <h2 id="seen">What your coach saw</h2>
          <ul className="lines tight">
            {seen.map((one) => (
              <li key={one.id}>
                {one.on}, {one.by}: {one.times}
                {one.note && `. ${one.note}`}
              </li>
            ))}
          </ul>
        </section>
      )}
      {(opens.length > 0 || data.asks.length > 0 || data.exercises.length > 0) && (
        <section className="stack" aria-labelledby="opens">
          <h2 id="opens">What it opens</h2>
          <ul className="lines tight">
            {data.asks.map((name) => (
              <li key={name}>The class {name}</li>
            ))}
            {opens.map((one) => (
              <li key={one.id}>
                <a href={paths.portalSkill(studio, one.id)}>{one.name}</a>
              </li>
            ))}
            {data.exercises.map((one) => (
              <li key={one.id}>
                Train for it:{' '}
                {uses('encyclopedia') ? (
                  <a href={paths.exercise(studio, one.id)}>{one.name}</a>
                ) : (
                  one.name
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
      {status !== 'cleared' &&
        (data.claimed ? (
          <p className="say">You said you can do it. It counts once a coach has seen it.</p>
        ) : (
          <Claim id={data.key} answer={answer} />
        ))}
    </Main>
  )
}
