import type { ReactNode } from 'react'
import { shownMark } from '#app/domain/calendar/shown-clashes.ts'
import {
  type CourseValues,
  courseFieldNames,
  newCourseValues,
} from '#app/domain/courses/course-values.ts'
import type { CourseKind } from '#app/domain/courses/course-view.ts'
import type { FormRules } from '#app/values/field-rules.ts'
import type { PageFormAnswer } from '../form/form-answer.ts'
import { FormFold } from '../form/form-fold.tsx'
import { LiveFormBody, SendButton, useLiveForm } from '../form/live-form.tsx'
import { WeekDays } from '../schedule/week-days.tsx'
import { type Choice, courseInputs } from './course-inputs.tsx'

export type CourseChoices = {
  disciplines: readonly Choice[]
  levels: readonly Choice[]
  rooms: readonly (Choice & { capacity: number })[]
  coaches: readonly Choice[]
  policies: readonly Choice[]
  earlier: readonly Choice[]
}

const names = [...courseFieldNames, 'days', 'anyway'] as const

const dateNames = ['except', 'list', 'topics'] as const
const priceNames = [
  'tierName',
  'tierPrice',
  'tierUntil',
  'tierName2',
  'tierPrice2',
  'tierUntil2',
] as const
const joinNames = [
  'opensAt',
  'lateJoin',
  'waitlistLimit',
  'offerHours',
  'followsId',
  'reEnrolUntil',
  'minimumAge',
  'maximumAge',
] as const
const singleNames = ['dropIns', 'dropIn'] as const
const leaveNames = [
  'makeUpHours',
  'makeUpDays',
  'takesMakeUps',
  'withdrawal',
  'withdrawalRunning',
] as const
const minimumNames = ['minimumPeople', 'decideAt'] as const
const guestNames = ['guestName', 'guestPercent', 'guestFixed', 'guestMinimum'] as const

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
  /** It is already: its dates, room and coach are changed session by session. */
  changing: boolean
  taken: readonly string[]
  submit: string
  leave: ReactNode
}) {
  const { kind, action, values, saved, choices, rules, answer, hidden, changing, taken } = props
  const { submit, leave } = props
  const { days, ...texts } = values
  const form = useLiveForm('course', names, {
    answer,
    // Where nothing came back, what an address asks for is in the form.
    values: answer && saved ? textsOf(saved) : texts,
    rules,
  })
  const { input, area, select, tick } = courseInputs(form.fields)
  // A fold that holds anything else is open.
  const usual = newCourseValues(kind)
  const moment = { type: 'datetime-local' } as const
  return (
    <LiveFormBody of={form} action={action} className="series-form">
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
        {area('description', 'Description')}
        {input('bring', 'What to bring')}
      </fieldset>
      {!changing && (
        <fieldset className="group">
          <legend>When</legend>
          <WeekDays field={form.fields.days} days={days}>
            <p className="soft">No day selected: one session.</p>
          </WeekDays>
          <div className="row">
            {input('from', 'From', { type: 'date' })}
            {input('time', 'Starts at', { type: 'time' })}
          </div>
          <div className="row">
            {input('minutes', 'Minutes')}
            {input('count', 'Sessions')}
          </div>
          <FormFold
            title="Other dates and topics"
            note="Dates left out, your own dates, topics"
            {...{ fields: form.fields, names: dateNames, usual }}
          >
            {input(
              'except',
              'Not on these dates',
              { placeholder: '2026-12-26, 2027-01-01' },
              'They are added at the end',
            )}
            {area(
              'list',
              'Or these dates',
              'One per line, like 2027-01-05 18:30. These replace the days above',
            )}
            {area('topics', 'Topics', 'What each session is about, one per line, in order')}
          </FormFold>
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
          {taken.length > 0 && (
            <label className="choice">
              <input id="course-anyway" type="checkbox" name="anyway" value={shownMark(taken)} />
              <span>Do it even though the room or coach is taken</span>
            </label>
          )}
          {select(
            'policyId',
            'Policy',
            choices.policies,
            null,
            'For single places: when booking closes, and late cancellations',
          )}
        </fieldset>
      )}
      <fieldset className="group">
        <legend>Price</legend>
        <div className="row">{input('price', 'Full price')}</div>
        <FormFold
          title="Early prices"
          note="Up to two, each until a date"
          {...{ fields: form.fields, names: priceNames, usual }}
        >
          <div className="row wider">
            {input('tierName', 'Early price name', { placeholder: 'Early bird' })}
            {input('tierPrice', 'Price')}
            {input('tierUntil', 'Until', moment)}
          </div>
          <div className="row wider">
            {input('tierName2', 'Next price name')}
            {input('tierPrice2', 'Price')}
            {input('tierUntil2', 'Until', moment)}
          </div>
        </FormFold>
        <FormFold
          title="Single places"
          note="Free places of one session, sold singly"
          {...{ fields: form.fields, names: singleNames, usual }}
        >
          {tick('dropIns', 'Sell free places singly, for credits and memberships')}
          {input('dropIn', 'Single price at the desk')}
        </FormFold>
      </fieldset>
      <fieldset className="group">
        <legend>Rules</legend>
        <FormFold
          title="Joining and waitlist"
          note="When it opens, joining late, priority, ages"
          {...{ fields: form.fields, names: joinNames, usual }}
        >
          <div className="row">
            {input('opensAt', 'Opens', moment)}
            {input(
              'lateJoin',
              'Latest joining point (sessions missed)',
              {},
              'They pay for the remaining sessions',
            )}
          </div>
          <div className="row">
            {input('waitlistLimit', 'People on the waitlist')}
            {input('offerHours', 'Keep an offered place for (hours)')}
          </div>
          <div className="row">
            {select('followsId', 'Priority booking for', choices.earlier, 'Nobody')}
            {input('reEnrolUntil', 'Until', moment)}
          </div>
          <div className="row">
            {input('minimumAge', 'Youngest')}
            {input('maximumAge', 'Oldest')}
          </div>
        </FormFold>
        <FormFold
          title="Cancelling and withdrawing"
          note="Make-ups, and what is refunded until when"
          {...{ fields: form.fields, names: leaveNames, usual }}
        >
          <div className="row">
            {input(
              'makeUpHours',
              'Notice for a make-up (hours)',
              {},
              'Leave empty for no make-ups',
            )}
            {input('makeUpDays', 'Valid for (days after the last session)')}
          </div>
          {tick('takesMakeUps', 'Make-ups of the same discipline can use free places')}
          {area(
            'withdrawal',
            'Refund before the first session',
            'One per line, like 14 days: 100%',
          )}
          {input('withdrawalRunning', 'Refund after the start (% of remaining sessions)')}
        </FormFold>
        {kind === 'workshop' && (
          <>
            <FormFold
              title="Minimum numbers"
              note="How few it takes, and when you decide"
              {...{ fields: form.fields, names: minimumNames, usual }}
            >
              <div className="row">
                {input('minimumPeople', 'Minimum people')}
                {input('decideAt', 'Decide by', moment)}
              </div>
            </FormFold>
            <FormFold
              title="Guest teacher"
              note="Name and share"
              {...{ fields: form.fields, names: guestNames, usual }}
            >
              <div className="row">
                {input('guestName', 'Guest teacher')}
                {input('guestPercent', 'Share of net (%)')}
              </div>
              <div className="row">
                {input('guestFixed', 'Fixed amount')}
                {input('guestMinimum', 'At least')}
              </div>
            </FormFold>
          </>
        )}
      </fieldset>
      {!changing && tick('draft', 'Save as draft: only staff see it')}
      <div className="form-end">
        <SendButton sending={submit}>{submit}</SendButton>
        {!changing && (
          <button type="submit" className="button" formMethod="get" formNoValidate>
            Preview dates
          </button>
        )}
        {leave}
      </div>
    </LiveFormBody>
  )
}

const textsOf = ({ days: _days, ...texts }: CourseValues) => texts
