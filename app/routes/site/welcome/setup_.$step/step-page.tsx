import type { ReactNode } from 'react'
import { type SetupStep, setupSteps } from '#app/domain/onboarding/setup-draft.ts'
import { stepWords } from '#app/domain/onboarding/setup-words.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields, SubmitButton } from '#app/ui/form/buttons.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { Icon } from '#app/ui/icon/icon.tsx'
import { CadenceMark } from '#app/ui/layout/site-frame.tsx'
import { StudioMark } from '#app/ui/layout/studio-mark.tsx'
import type { StepFields } from './step-fields.ts'

export type StepStudio = { id: string; name: string; colour: string }

/** Steps that take a file. */
const withFiles: readonly SetupStep[] = ['week', 'colour']

/** One question of a studio's set-up, beside the list of all of them. Styles: `form`, `welcome`. */
export function StepPage({
  step,
  studio,
  done,
  fields,
  intro,
  save = 'Save and continue',
  more,
  children,
}: {
  step: SetupStep
  /** Null before the first step. */
  studio: StepStudio | null
  done: readonly SetupStep[]
  fields: StepFields
  intro: ReactNode
  save?: string
  /** The button that saves and shows the step again, with further rows. */
  more?: string | undefined
  children: ReactNode
}) {
  return (
    <>
      <header className="top">
        {studio ? (
          <span className="brand">
            <StudioMark name={studio.name} colour={studio.colour} />
            {studio.name}
          </span>
        ) : (
          <a className="brand" href={paths.landing()}>
            <CadenceMark />
            Cadence
          </a>
        )}
        {studio && (
          <a className="textlink" href={paths.welcome()}>
            Finish later
          </a>
        )}
      </header>
      <main id="main" className="setup">
        <div className="stack wide-gap">
          <ErrorSummary id={`setup-${step}`} errors={fields.errors} refusal={fields.refusal} />
          <div className="stack">
            <p className="soft">
              Step {setupSteps.indexOf(step) + 1} of {setupSteps.length}
            </p>
            <h1>{stepWords[step].question}</h1>
            {intro}
          </div>
          <form
            id={`setup-${step}`}
            method="post"
            encType={withFiles.includes(step) ? 'multipart/form-data' : undefined}
            className="stack wide-gap"
            noValidate
          >
            <HiddenFields values={{ setup: studio?.id }} />
            {children}
            <div className="stack">
              <SubmitButton>{save}</SubmitButton>
              {more && (
                <button type="submit" className="button big wide" name="more" value="rows">
                  {more}
                </button>
              )}
            </div>
          </form>
        </div>
        <StepList step={step} done={done} begun={studio !== null} />
      </main>
    </>
  )
}

function StepList({
  step,
  done,
  begun,
}: {
  step: SetupStep
  done: readonly SetupStep[]
  begun: boolean
}) {
  return (
    <nav className="steps" aria-labelledby="steps">
      <h2 id="steps">Your studio, step by step</h2>
      <ol>
        {setupSteps.map((one, i) => {
          const isDone = done.includes(one)
          const words = (
            <>
              <span className="no">{isDone ? <Icon name="tick" /> : i + 1}</span>
              {stepWords[one].name}
              {isDone && <span className="vh"> (done)</span>}
            </>
          )
          return (
            <li key={one} className={isDone ? 'done' : undefined}>
              {begun || one === 'studio' ? (
                <a href={paths.setupStep(one)} aria-current={one === step ? 'step' : undefined}>
                  {words}
                </a>
              ) : (
                <span className="ahead">{words}</span>
              )}
            </li>
          )
        })}
      </ol>
      <p className="soft">
        We save as you go. Leave when you like: nobody sees your studio until you open it.
      </p>
      {begun && (
        <p className="soft">
          <a href={paths.giveUpSetup()}>Delete this setup</a>
        </p>
      )}
    </nav>
  )
}
