import type { ReactNode } from 'react'
import { firstPolicy } from '#app/domain/calendar/first-policy.ts'
import type { SetupDraft, SetupStep } from '#app/domain/onboarding/setup-draft.ts'
import { mostRooms, mostWeekly } from '#app/domain/onboarding/setup-fields.ts'
import { suggestedColours } from '#app/domain/onboarding/suggested-colours.ts'
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
  answer: PageFormAnswer | undefined
  rules: FormRules
}

const intros: Record<SetupStep, ReactNode> = {
  studio: <p>You can change all of this until you open, and most of it afterwards.</p>,
  rooms: <p>Classes take place in a room and never have more places than fit into it.</p>,
  classes: <p>Tick what you teach and give it your own names. A level says who may book.</p>,
  week: (
    <p>
      They repeat each week, on the clock on your wall. We put the next eight weeks on your
      timetable.
    </p>
  ),
  prices: <p>Two to begin with. You take the money yourself; you do not pay us for it.</p>,
  rules: (
    <p>
      We choose nothing for you here. The rest begins like this: booking opens{' '}
      {firstPolicy.opensDays / 7} weeks ahead, a full class has a waitlist of{' '}
      {firstPolicy.waitlistLimit}, and it gives out places until{' '}
      {firstPolicy.waitlistClosesMinutes / 60} hours before the start.
    </p>
  ),
  colour: <p>Your members see your colour and your name, not ours.</p>,
  publish: <p>This is what people will see. Nothing is mailed to anybody.</p>,
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
      save={step === 'publish' ? 'Open my studio' : 'Save and go on'}
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
      const rows = Math.min(mostRooms, Math.max(3, (answers.rooms?.rooms.length ?? 0) + 1))
      return (
        <RoomsStep fields={fields} saved={answers.rooms} address={studio.address} rows={rows} />
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
          rows={Math.min(mostWeekly, Math.max(4, saved.length + 2))}
        />
      )
    }
    case 'prices':
      return <PricesStep fields={fields} saved={answers.prices} currency={studio.currency} />
    case 'rules':
      return <RulesStep fields={fields} saved={answers.rules} currency={studio.currency} />
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

/** What was ticked in a form that was refused: one box is posted as text, several as a list. */
const ticked = (fields: StepFields) => fields.list('disciplines')
