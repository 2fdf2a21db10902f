import type { ReactNode } from 'react'
import { firstPolicy } from '#app/domain/calendar/first-policy.ts'
import type { SetupAnswers, SetupDraft, SetupStep } from '#app/domain/onboarding/setup-draft.ts'
import {
  mostRooms,
  mostWeekly,
  type SoldKind,
  soldKinds,
} from '#app/domain/onboarding/setup-fields.ts'
import { starterWaiver } from '#app/domain/onboarding/starter-waiver.ts'
import { suggestedColours } from '#app/domain/studios/brand/suggested-colours.ts'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { InlineStyle } from '#app/ui/inline-style.tsx'
import { studioColoursCss } from '#app/values/colour.ts'
import type { FormRules } from '#app/values/field-rules.ts'
import { currencies } from '#app/values/money.ts'
import { ClassesStep, classRows } from './classes-step.tsx'
import { ColourStep } from './colour-step.tsx'
import { PricesStep } from './prices-step.tsx'
import { type PublishLine, PublishStep } from './publish-step.tsx'
import { RoomsStep } from './rooms-step.tsx'
import { RulesStep } from './rules-step.tsx'
import { type StepFields, stepFields } from './step-fields.ts'
import { StepPage, type StepStudio } from './step-page.tsx'
import { StudioStep } from './studio-step.tsx'
import { TaxStep } from './tax-step.tsx'
import { WaiverStep } from './waiver-step.tsx'
import { WeekStep } from './week-step.tsx'

type Question = {
  step: SetupStep
  draft: SetupDraft | null
  studio: StepStudio | null
  done: readonly SetupStep[]
  missing: readonly SetupStep[]
  summary: readonly PublishLine[]
  host: string
  zone: string
  zones: readonly string[]
  /** The owner's own address. */
  email: string
  answer: PageFormAnswer | undefined
  rules: FormRules
}

const intros: Record<SetupStep, ReactNode> = {
  studio: <p>You can change all of this until you open, and most of it later.</p>,
  rooms: <p>Classes take place in a room and never have more places than it holds.</p>,
  classes: <p>Tick what you teach and name it your way. A level says who can book.</p>,
  week: (
    <p>
      They repeat every week at the same local time. We put the next eight weeks on your timetable.
    </p>
  ),
  prices: <p>Something to start with. Members pay you directly. We take no commission.</p>,
  rules: (
    <p>
      There is no default here. Your other settings start as: booking opens{' '}
      {firstPolicy.opensDays / 7} weeks ahead, a full class has a waitlist of{' '}
      {firstPolicy.waitlistLimit} that fills places until {firstPolicy.waitlistClosesMinutes / 60}{' '}
      hours before the start.
    </p>
  ),
  tax: (
    <p>
      Your prices include it, so people pay what they see. You can set a rate for each kind of sale
      later, in Settings.
    </p>
  ),
  waiver: (
    <p>
      People read and sign it in their account before they book. A parent signs for a child. This
      text is a beginning, not legal advice: change it, and have it checked.
    </p>
  ),
  colour: <p>Your members see your colour and your name, not ours.</p>,
  publish: <p>This is what people will see. Nobody but you gets an email.</p>,
}

/** Steps whose rows may be too few. */
const moreLabels: Partial<Record<SetupStep, string>> = {
  rooms: 'Save and add more rooms',
  classes: 'Save and add more of your own',
  week: 'Save and add more classes',
}

/** The page of one step. */
export function SetupQuestion({ answer, rules, ...question }: Question) {
  const { step, studio, done } = question
  const fields = stepFields(`setup-${step}`, answer, rules)
  return (
    <StepPage
      step={step}
      studio={studio}
      done={done}
      fields={fields}
      intro={intros[step]}
      save={step === 'publish' ? 'Open my studio' : 'Save and continue'}
      more={moreLabels[step]}
    >
      <Fields {...question} fields={fields} posted={answer !== undefined} />
    </StepPage>
  )
}

function Fields({
  step,
  draft,
  fields,
  posted,
  ...data
}: Omit<Question, 'answer' | 'rules'> & { fields: StepFields; posted: boolean }) {
  const answers = draft?.answers ?? {}
  const disciplines = answers.studio?.disciplines ?? []
  if (step === 'studio' || !draft) {
    const chosen = posted ? ticked(fields) : disciplines.map(({ pack }) => pack)
    return (
      <StudioStep
        fields={fields}
        data={{ ...data, currencies, saved: draft?.studio ?? null }}
        chosen={chosen}
      />
    )
  }
  const { studio } = draft
  switch (step) {
    case 'rooms': {
      const rows = Math.min(mostRooms, Math.max(3, (answers.rooms?.rooms.length ?? 0) + 2))
      const { contactPhone } = studio
      // Where nothing was answered yet, the owner's own address is proposed.
      const contactEmail = answers.rooms ? studio.contactEmail : data.email
      return (
        <RoomsStep
          fields={fields}
          saved={answers.rooms}
          contact={{ contactEmail, contactPhone }}
          rows={rows}
        />
      )
    }
    case 'classes':
      return (
        <ClassesStep
          fields={fields}
          rows={classRows(disciplines, answers.classes?.classes)}
          disciplines={disciplines}
        />
      )
    case 'week': {
      const saved = answers.week?.classes ?? []
      return (
        <WeekStep
          fields={fields}
          saved={saved}
          classes={answers.classes?.classes ?? []}
          rooms={answers.rooms?.rooms ?? []}
          rows={Math.min(mostWeekly, Math.max(6, saved.length + 4))}
        />
      )
    }
    case 'prices':
      return (
        <PricesStep
          fields={fields}
          saved={answers.prices}
          sold={posted ? fields.list('sells') : soldBefore(answers.prices)}
          currency={studio.currency}
        />
      )
    case 'rules':
      return <RulesStep fields={fields} saved={answers.rules} currency={studio.currency} />
    case 'tax':
      return <TaxStep fields={fields} saved={answers.tax} />
    case 'waiver':
      return (
        <WaiverStep
          fields={fields}
          saved={answers.waiver}
          starter={starterWaiver(
            studio.name,
            disciplines.map(({ pack }) => pack),
          )}
        />
      )
    case 'colour': {
      return (
        <>
          <InlineStyle css={studioColoursCss(suggestedColours.map((colour) => colour.studio))} />
          <ColourStep
            fields={fields}
            saved={{ colour: studio.colour, logo: studio.logo }}
            name={studio.name}
          />
        </>
      )
    }
    case 'publish':
      return (
        <PublishStep
          fields={fields}
          lines={data.summary}
          missing={data.missing}
          address={`${data.host}/${studio.slug}`}
        />
      )
  }
}

/** What is sold as the answers stand. */
function soldBefore(prices: SetupAnswers['prices']): SoldKind[] {
  if (!prices) return []
  const kinds = {
    plan: prices.plan !== null,
    package: prices.package !== null,
    single: typeof prices.dropInMinor === 'number',
  }
  return soldKinds.filter((kind) => kinds[kind])
}

/** What was ticked in a form that was refused: one box is posted as text, several as a list. */
const ticked = (fields: StepFields) => fields.list('disciplines')
