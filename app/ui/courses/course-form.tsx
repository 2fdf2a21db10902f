import { Form, useNavigation } from '@remix-run/react'
import type { ReactNode } from 'react'
import type { CourseValues } from '#app/domain/courses/course-values.ts'
import type { CourseKind } from '#app/domain/courses/course-view.ts'
import type { FormRules } from '#app/values/field-rules.ts'
import { ErrorSummary } from '../form/error-summary.tsx'
import type { PageFormAnswer } from '../form/form-answer.ts'
import { type Choice, courseInputs, errorsOf, summaryOf } from './course-inputs.tsx'

export type CourseChoices = {
  disciplines: readonly Choice[]
  levels: readonly Choice[]
  rooms: readonly (Choice & { capacity: number })[]
  coaches: readonly Choice[]
  policies: readonly Choice[]
  earlier: readonly Choice[]
}

const dayNames = [
  ['MO', 'Mon'],
  ['TU', 'Tue'],
  ['WE', 'Wed'],
  ['TH', 'Thu'],
  ['FR', 'Fri'],
  ['SA', 'Sat'],
  ['SU', 'Sun'],
] as const

/**
 * The form of a course or workshop: one form with two buttons, as a class's. One asks the server
 * for the dates and clashes (GET, so it works without scripts and leaves an address), the other
 * sends it.
 */
export function CourseForm(props: {
  kind: CourseKind
  action: string
  values: CourseValues
  /** What is saved, where a course is changed. */
  saved?: CourseValues
  choices: CourseChoices
  rules: FormRules
  answer: PageFormAnswer | undefined
  hidden: Record<string, string>
  /** It stands already: its dates, room and coach are changed session by session. */
  changing: boolean
  taken: boolean
  submit: string
  leave: ReactNode
}) {
  const { kind, action, values, saved, choices, rules, answer, hidden, changing, taken } = props
  const { submit, leave } = props
  const navigation = useNavigation()
  const busy = navigation.state !== 'idle' && navigation.formMethod === 'POST'
  const errors = errorsOf(answer)
  const { input, area, select, tick } = courseInputs(
    values,
    errors,
    rules,
    saved && { answer, saved },
  )
  const moment = { type: 'datetime-local' } as const
  return (
    <>
      <ErrorSummary id="course" errors={summaryOf(errors)} refusal={answer?.refusal ?? null} />
      <Form id="course" method="post" action={action} className="series-form">
        {Object.entries(hidden).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <fieldset className="group">
          <legend>What</legend>
          {input('name', 'Name')}
          <div className="row">
            {!changing && select('disciplineId', 'Discipline', choices.disciplines, null)}
            {select('levelId', 'From level', choices.levels, 'Open to all')}
          </div>
          {area('description', 'What it is')}
          {input('bring', 'What to bring')}
        </fieldset>
        {!changing && (
          <fieldset className="group">
            <legend>When</legend>
            <fieldset className="field" id="c-days">
              <legend>Every week on</legend>
              <div className="days">
                {dayNames.map(([value, text]) => (
                  <label key={value}>
                    <input
                      type="checkbox"
                      name="days"
                      value={value}
                      defaultChecked={values.days.includes(value)}
                    />
                    <span>{text}</span>
                  </label>
                ))}
              </div>
              <p className="soft">No day chosen: one session.</p>
            </fieldset>
            <div className="row">
              {input('from', 'From', { type: 'date' })}
              {input('time', 'Starts at', { type: 'time' })}
              {input('minutes', 'Minutes')}
              {input('count', 'Sessions')}
            </div>
            {input(
              'except',
              'Not on these dates',
              { placeholder: '2026-12-26, 2027-01-01' },
              'They are made up for at the end.',
            )}
            {area(
              'list',
              'Or these dates',
              'One a line, like 2027-01-05 18:30. They hold instead of the days above.',
            )}
            {area('topics', 'Topics', 'What each session is about, one a line, in order.')}
          </fieldset>
        )}
        {!changing && (
          <fieldset className="group">
            <legend>Where and who</legend>
            <div className="row">
              {select(
                'roomId',
                'Room',
                choices.rooms.map(({ id, name, capacity }) => ({
                  id,
                  name: `${name} (${capacity})`,
                })),
                null,
              )}
              {select('coachId', 'Coach', choices.coaches, null)}
              {input('capacity', 'Places')}
            </div>
            {taken && (
              <label className="choice">
                <input type="checkbox" name="anyway" />
                <span>Do it although the room or the coach is taken</span>
              </label>
            )}
            {select(
              'policyId',
              'Policy',
              choices.policies,
              null,
              'For single places: when they close, and late cancels.',
            )}
          </fieldset>
        )}
        <fieldset className="group">
          <legend>Price</legend>
          <div className="row">{input('price', 'Price of the whole')}</div>
          <div className="row wider">
            {input('tierName', 'Cheaper at first: called', { placeholder: 'Early bird' })}
            {input('tierPrice', 'Price')}
            {input('tierUntil', 'Until', moment)}
          </div>
          <div className="row wider">
            {input('tierName2', 'Then called')}
            {input('tierPrice2', 'Price')}
            {input('tierUntil2', 'Until', moment)}
          </div>
        </fieldset>
        <fieldset className="group">
          <legend>Joining</legend>
          <div className="row">
            {input('opensAt', 'Opens', moment)}
            {input(
              'lateJoin',
              'Sessions one may miss and still join',
              {},
              'The price is for those to come.',
            )}
          </div>
          <div className="row">
            {input('waitlistLimit', 'People on the waitlist')}
            {input('offerHours', 'An offered place is kept, hours')}
          </div>
          <div className="row">
            {select(
              'followsId',
              'People of this one choose first',
              choices.earlier,
              'Nobody in particular',
            )}
            {input('reEnrolUntil', 'Until', moment)}
          </div>
          <div className="row">
            {input('minimumAge', 'Youngest')}
            {input('maximumAge', 'Oldest')}
          </div>
          {tick('dropIns', 'Free places are sold singly, for credits and memberships')}
          {input('dropIn', 'A single place at the desk')}
        </fieldset>
        <fieldset className="group">
          <legend>Giving up and withdrawing</legend>
          <div className="row">
            {input(
              'makeUpHours',
              'A make-up until so many hours before',
              {},
              'Empty: no make-ups.',
            )}
            {input('makeUpDays', 'Good for days after the last session')}
          </div>
          {tick('takesMakeUps', 'Free places take make-ups of the same discipline')}
          {area(
            'withdrawal',
            'Money back before the first session',
            'A line a step, like 14 days: 100 %.',
          )}
          {input('withdrawalRunning', 'Once it runs: percent of the sessions to come')}
        </fieldset>
        {kind === 'workshop' && (
          <fieldset className="group">
            <legend>Go or no-go, and the guest</legend>
            <div className="row">
              {input('minimumPeople', 'People it needs')}
              {input('decideAt', 'Decided', moment)}
            </div>
            <div className="row">
              {input('guestName', 'Guest teacher')}
              {input('guestPercent', 'Percent of the net')}
              {input('guestFixed', 'And fixed')}
              {input('guestMinimum', 'At least')}
            </div>
          </fieldset>
        )}
        {!changing && tick('draft', 'Keep it as a draft: only staff see it')}
        <div className="form-end">
          <button type="submit" className="button primary" aria-busy={busy || undefined}>
            {submit}
          </button>
          {!changing && (
            <button type="submit" className="button" formMethod="get" formNoValidate>
              See the dates
            </button>
          )}
          {leave}
        </div>
      </Form>
    </>
  )
}
