import { useNavigation, useSubmit } from '@remix-run/react'
import { type ReactNode, useEffect, useRef } from 'react'
import type { PolicyValues } from '#app/domain/calendar/policy-fields.ts'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { heeded, SavedMeanwhile } from '#app/ui/form/field-frame.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { LiveFormBody, useLiveForm } from '#app/ui/form/live-form.tsx'
import { shownAnew } from '#app/ui/staff/shown-anew.ts'
import type { FormRules } from '#app/values/field-rules.ts'

export type PolicyErrors = Partial<Record<string, string[] | null>>

const names = [
  'set',
  'version',
  'opensDays',
  'closesMinutes',
  'cancelHours',
  'feeHours',
  'credit',
  'lateFee',
  'noShowFee',
  'noShow',
  'forgiveMonths',
  'strikes',
  'strikeLimit',
  'strikeDays',
  'blockDays',
  'waitlistLimit',
  'waitlistHours',
  'offerMinutes',
  'declineMinutes',
  'blackoutFrom',
  'blackoutUntil',
  'dailyLimit',
  'weeklyLimit',
  'guestLimit',
  'minimumAge',
] as const satisfies readonly (keyof PolicyValues)[]

/** With scripts the draft is played again so many milliseconds after the last change. */
const pause = 500

/**
 * A policy as sentences with their numbers to fill in. One form with two buttons: one plays the
 * draft over the last weeks (GET, so that it works without scripts and has an address), the other
 * publishes it. `was` are the current values: a field that differs is marked.
 */
export function PolicyForm(props: {
  values: PolicyValues
  was: PolicyValues
  /** How the studio counts weeks. */
  weeks: string
  /** Someone else published a version while this was open: what it says is told at each rule. */
  stale: boolean
  /** What is wrong with the draft of the address. */
  errors: PolicyErrors
  rules: FormRules
  answer: PageFormAnswer | undefined
  readOnly: boolean
  next: number
}) {
  const { values, was, weeks, stale, errors, rules, answer, readOnly, next } = props
  const form = useLiveForm('policy', names, { answer, rules })
  const labels = new Map<keyof PolicyValues, string>()
  const navigation = useNavigation()
  const submit = useSubmit()
  const waiting = useRef<ReturnType<typeof setTimeout>>()
  useEffect(() => () => clearTimeout(waiting.current), [])
  const busy = navigation.state !== 'idle' && navigation.formMethod === 'POST'
  const wrong = (name: keyof PolicyValues) => form.fields[name].errors?.[0] ?? errors[name]?.[0]
  const state = (name: keyof PolicyValues, label: string) => {
    labels.set(name, label)
    return {
      id: form.fields[name].id,
      name,
      'aria-label': label,
      defaultValue: values[name],
      className: values[name] === was[name] ? 'control' : 'control changed',
      'aria-invalid': wrong(name) ? true : undefined,
      'aria-describedby': wrong(name) ? form.fields[name].errorId : undefined,
    }
  }
  const number = (name: keyof PolicyValues, label: string) => (
    <input {...state(name, label)} {...heeded.line(rules[name] ?? {})} />
  )
  const time = (name: keyof PolicyValues, label: string) => (
    <input {...state(name, label)} {...heeded.moment(rules[name] ?? {})} type="time" />
  )
  const choice = (
    name: keyof PolicyValues,
    label: string,
    options: readonly [string, string][],
  ) => (
    <select {...state(name, label)} {...heeded.choice(rules[name] ?? {})}>
      {options.map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
  )
  const group = (
    title: string,
    names: readonly (keyof PolicyValues)[],
    children: ReactNode,
    hint?: string,
  ) => (
    <section className="group">
      <h2>{title}</h2>
      <div className="sentence">{children}</div>
      {names.map((name) =>
        wrong(name) ? (
          <p key={name} className="bad" id={form.fields[name].errorId}>
            <span className="vh">Error: </span>
            {wrong(name)}
          </p>
        ) : null,
      )}
      {names.map((name) => (
        <SavedMeanwhile
          key={name}
          text={
            stale && values[name] !== was[name] ? `${labels.get(name)} ${was[name]}` : undefined
          }
        />
      ))}
      {hint && <p className="soft">{hint}</p>}
    </section>
  )
  const summary = Object.entries(errors).flatMap(([name, texts]) =>
    (texts ?? [])
      .slice(0, 1)
      .map((text) => ({ field: name === '' ? null : `policy-${name}`, text })),
  )
  const follow = (form: HTMLFormElement) => {
    clearTimeout(waiting.current)
    waiting.current = setTimeout(
      () => submit(form, { method: 'get', replace: true, state: shownAnew }),
      pause,
    )
  }
  return (
    <>
      {!answer && <ErrorSummary id="policy" errors={summary} refusal={null} saidBelow />}
      <LiveFormBody of={form} className="policy-form" onEdit={follow}>
        <input type="hidden" name="set" value={values.set} />
        <input type="hidden" name="version" value={values.version} />
        <fieldset disabled={readOnly}>
          <legend className="vh">The rules</legend>
          {group(
            'Booking',
            ['opensDays', 'closesMinutes', 'dailyLimit', 'weeklyLimit', 'guestLimit', 'minimumAge'],
            <>
              Booking opens {number('opensDays', 'Days before that booking opens')} days before the
              class and closes {number('closesMinutes', 'Minutes before that booking closes')}{' '}
              minutes before the start. One person can book{' '}
              {number('dailyLimit', 'Most classes a day')} classes a day and{' '}
              {number('weeklyLimit', 'Most classes a week')} a week, can bring{' '}
              {number('guestLimit', 'Most guests to a class')} guests to a class, and must be{' '}
              {number('minimumAge', 'Minimum age')} or older.
            </>,
            `For no limit or no minimum age, leave the field empty. ${weeks}`,
          )}
          {group(
            'Cancelling',
            ['cancelHours', 'credit', 'feeHours', 'lateFee'],
            <>
              Until {number('cancelHours', 'Hours before until which the credit comes back')} hours
              before the start the credit comes back. After that it{' '}
              {choice('credit', 'Credit of a late cancel', [
                ['lost', 'is lost'],
                ['returned', 'comes back'],
              ])}
              . A fee of {number('lateFee', 'Fee of a late cancel')} is charged from{' '}
              {number('feeHours', 'Hours before from which the fee is charged')} hours before the
              start.
            </>,
            'Two separate limits: leave the hours of the fee empty to use those of the credit. ' +
              'Fees wait 24 hours, so that staff can waive them.',
          )}
          {group(
            'Not coming',
            ['noShowFee', 'noShow', 'forgiveMonths'],
            <>
              A no-show is treated like a late cancel for the credit. A fee of{' '}
              {number('noShowFee', 'Fee of a no-show')} is charged{' '}
              {choice('noShow', 'Who pays it', [
                ['either', 'only where no credit is lost'],
                ['both', 'as well as the credit'],
              ])}
              . The first fee in {number('forgiveMonths', 'Months')} months is forgiven.
            </>,
            '0 months: none is forgiven.',
          )}
          {group(
            'Strikes',
            ['strikes', 'strikeLimit', 'strikeDays', 'blockDays'],
            <>
              {choice('strikes', 'What counts as a strike', [
                ['none', 'Nothing'],
                ['no_show', 'Not coming'],
                ['late', 'A late cancel'],
                ['all', 'Either of them'],
              ])}{' '}
              counts as a strike. {number('strikeLimit', 'Strikes')} strikes within{' '}
              {number('strikeDays', 'Days they are counted over')} days stop booking for{' '}
              {number('blockDays', 'Days without booking')} days.
            </>,
            'A strike whose fee is waived is excused.',
          )}
          {group(
            'Waitlist',
            [
              'waitlistLimit',
              'waitlistHours',
              'offerMinutes',
              'declineMinutes',
              'blackoutFrom',
              'blackoutUntil',
            ],
            <>
              Up to {number('waitlistLimit', 'People on the waitlist')} people may wait. Places go
              to the first in line until{' '}
              {number('waitlistHours', 'Hours before that the waitlist closes')} hours before. An
              open place is offered for {number('offerMinutes', 'Minutes an offer lasts')} minutes.
              Anyone booked from the waitlist late can decline it free for{' '}
              {number('declineMinutes', 'Minutes to decline')} minutes. No deadlines between{' '}
              {time('blackoutFrom', 'Start of the night')} and{' '}
              {time('blackoutUntil', 'End of the night')}.
            </>,
            'Leave the minutes of an offer empty to book an open place at once.',
          )}
        </fieldset>
        {!readOnly && (
          <div className="form-end">
            <button type="submit" className="button primary" aria-busy={busy || undefined}>
              {busy ? 'Saving…' : `Publish version ${next}`}
            </button>
            <button type="submit" className="button" formMethod="get" formNoValidate>
              Preview the effect
            </button>
            <p className="soft">Bookings made before keep version {next - 1}.</p>
          </div>
        )}
      </LiveFormBody>
    </>
  )
}
