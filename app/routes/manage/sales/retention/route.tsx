import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { contactForm } from '#app/domain/insights/retention/contact-form.ts'
import { howChoices } from '#app/domain/insights/retention/contact-words.ts'
import { noteContact } from '#app/domain/insights/retention/note-contact.server.ts'
import { retentionPage } from '#app/domain/insights/retention/retention-page.server.ts'
import {
  boardOf,
  exitsView,
  joinersView,
  retentionFigures,
} from '#app/domain/insights/retention/retention-view.ts'
import { scoreRuleForm } from '#app/domain/insights/scores/score-forms.ts'
import { saveScoreRule, scoresPage } from '#app/domain/insights/scores/score-rule.server.ts'
import { scoresView } from '#app/domain/insights/scores/score-words.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parsePosted, readPosted, refused } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { FunnelChart } from '#app/ui/chart/bar-chart.tsx'
import { ChartFigure } from '#app/ui/chart/figure-frame.tsx'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { SelectField } from '#app/ui/form/choice-field.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { SendButton } from '#app/ui/form/live-form.tsx'
import { SmallForm } from '#app/ui/form/small-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { Empty } from '#app/ui/list/empty.tsx'
import { Figures } from '#app/ui/list/figures.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { newId } from '#app/values/id.ts'
import { clockTime, count, ordinal } from '#app/values/wording.ts'
import { ScoreSection } from './score-section.tsx'
import { VisitStrip } from './visit-strip.tsx'

export const meta: MetaFunction = ({ matches }) => pageTitle('Retention', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'insights:read')
  const { slug, locale } = ctx.studio
  const [page, scores] = await Promise.all([retentionPage(ctx), scoresPage(ctx)])
  return {
    scores: scoresView(scores),
    scoreRules: fieldRules(scoreRuleForm),
    studio: { slug },
    rules: fieldRules(contactForm),
    figures: retentionFigures(page, ctx.studio),
    people: boardOf(page, ctx.studio).map((one) => ({ ...one, key: newId() })),
    total: page.total.people,
    joiners: joinersView(page),
    exits: exitsView(page),
    milestones: page.milestones.map(({ personId, name, n, localStart }) => ({
      id: personId,
      name,
      what: `${ordinal(n)} class today at ${clockTime(localStart, locale)}`,
    })),
  }
}

/**
 * Writes down that somebody got in touch, or sets whether members are asked for a score: 303 to the
 * board, 422 beside the field.
 */
export async function action({ context, request }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'insights:read')
  const posted = await readPosted(request)
  if (posted.get('act') === 'scores') {
    const rule = parsePosted(posted, scoreRuleForm)
    if (rule.status !== 'success') return invalid(rule)
    if (!(await saveScoreRule(ctx, rule.value)))
      return refused(rule, {
        code: 'changed_meanwhile',
        form: ['Someone changed it in the meantime. Reload the page and try again.'],
      })
    return redirectWithFlash(app, paths.manageRetention(ctx.studio), 'Saved.')
  }
  const submission = parsePosted(posted, contactForm)
  if (submission.status !== 'success') return invalid(submission)
  const result = await noteContact(ctx, submission.value)
  if (!result.ok) throw notFound()
  return redirectWithFlash(
    app,
    paths.manageRetention(ctx.studio),
    'Noted. You’ll see here if they come back.',
  )
}

export default function Retention() {
  const { studio, rules, scoreRules, figures, scores, people, total, joiners, exits, milestones } =
    useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  return (
    <>
      <PageHead
        title="Retention"
        intro="Each person against their own habit. Frozen people, people who are leaving and people with a class booked are not listed."
        actions={
          <Link className="button" to={paths.manageMembers(studio, { figure: 'at_risk' })}>
            See them as a list
          </Link>
        }
      />
      <Figures rows={figures} />
      <div className="retention">
        <section aria-labelledby="board">
          <h2 id="board">{count(total, 'person comes', 'people come')} less than they used to</h2>
          {people.length === 0 ? (
            <Empty
              icon="members"
              title="Nobody is overdue"
              text="People who stay away twice as long as usual appear here, with the classes they usually take. Worked out each night from the last twelve weeks."
            />
          ) : (
            <ul className="risk-board">
              {people.map((one) => (
                <li key={one.id}>
                  <p>
                    <Link to={paths.managePerson(studio, one.id)}>{one.name}</Link>{' '}
                    <small>{one.plans}</small>{' '}
                    {one.contacted && <span className="tag">{one.contacted}</span>}
                  </p>
                  <p className="away">
                    <VisitStrip days={one.strip} words={one.stripWords} /> <b>{one.away}</b>{' '}
                    <small>{one.usual}</small>
                  </p>
                  {one.reasons.length > 0 && <p>{one.reasons.join('. ')}</p>}
                  {one.classes.length > 0 && (
                    <p className="usual">
                      {one.classes.map(({ id, name, left }) => (
                        <span key={id}>
                          <Link to={paths.manageClass(studio, id)}>{name}</Link>{' '}
                          <small>{left}</small>
                        </span>
                      ))}
                    </p>
                  )}
                  <details className="as-table">
                    <summary>Draft and contact</summary>
                    <blockquote>{one.draft}</blockquote>
                    <SmallForm
                      id={`contact-${one.id}`}
                      names={['how', 'note'] as const}
                      rules={rules}
                      action={paths.manageRetention(studio)}
                    >
                      {(fields) => (
                        <>
                          <HiddenFields values={{ key: one.key, person: one.id }} />
                          <SelectField
                            field={fields.how}
                            label="How you got in touch"
                            empty="Choose"
                            options={howChoices}
                          />
                          <TextField field={fields.note} label="What they said" />
                          <SendButton sending="Saving…">Note contact</SendButton>
                        </>
                      )}
                    </SmallForm>
                  </details>
                </li>
              ))}
            </ul>
          )}
          <p className="muted">
            A dot is a day with a visit, the dashed line leads from the last one to today. Twelve
            weeks, a line every four.
          </p>
        </section>
        <div>
          <ChartFigure
            title={joiners.title}
            about="Members who joined in the last 60 days"
            head={['Step', 'People']}
            rows={joiners.steps.map(({ id, name, words }) => ({ id, cells: [name, words] }))}
          >
            {joiners.steps.length > 0 && (
              <FunnelChart
                title={joiners.title}
                description={joiners.steps.map(({ name, words }) => `${name}: ${words}`).join('; ')}
                steps={joiners.steps}
              />
            )}
          </ChartFigure>
          <section className="chart" aria-labelledby="why">
            <h2 id="why">
              {exits.length > 0
                ? 'Why people left this month'
                : 'Nobody said why they left this month'}
            </h2>
            <ul className="sentences">
              {exits.map(({ id, name, people: n }) => (
                <li key={id}>
                  <span>{name}</span> <b>{n}</b>
                </li>
              ))}
            </ul>
            <p className="muted">
              <Link to={paths.managePastMembers(studio)}>Past members</Link>
            </p>
          </section>
          <ScoreSection {...{ studio, scores, answer }} rules={scoreRules} />
          <section className="chart" aria-labelledby="milestones">
            <h2 id="milestones">
              {milestones.length > 0 ? 'Milestones today' : 'No milestones today'}
            </h2>
            <ul className="sentences">
              {milestones.map(({ id, name, what }) => (
                <li key={id}>
                  <Link to={paths.managePerson(studio, id)}>{name}</Link> <span>{what}</span>
                </li>
              ))}
            </ul>
          </section>
        </div>
      </div>
    </>
  )
}
