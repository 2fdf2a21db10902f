import { HiddenFields } from '#app/ui/form/buttons.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'

/** Asks a coach to look. Style: `form`. */
export function Claim({ id, answer }: { id: string; answer: PageFormAnswer | undefined }) {
  const result = answer?.result as
    | { error?: Record<string, string[] | null>; initialValue?: Record<string, unknown> }
    | undefined
  const told = Object.values(result?.error ?? {}).flatMap((one) => one ?? [])
  return (
    <form method="post" className="stack">
      <h2>Can you do it already?</h2>
      {told.length > 0 && (
        <p className="say bad" role="alert" data-refusal={answer?.refusal ?? undefined}>
          {told[0]}
        </p>
      )}
      <HiddenFields values={{ key: id }} />
      <p className="field">
        <label htmlFor="claim-note">A note for your coach (optional)</label>
        <input
          id="claim-note"
          name="note"
          maxLength={300}
          autoComplete="off"
          defaultValue={String(result?.initialValue?.note ?? '')}
        />
      </p>
      <p className="field">
        <label htmlFor="claim-clip">Link to a clip (optional)</label>
        <input
          id="claim-clip"
          name="evidence"
          type="url"
          maxLength={300}
          autoComplete="off"
          defaultValue={String(result?.initialValue?.evidence ?? '')}
        />
      </p>
      <button type="submit" className="button">
        Ask a coach to look
      </button>
    </form>
  )
}
