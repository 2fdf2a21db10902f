import { Form } from '@remix-run/react'
import { type KioskProof, kioskProofs, kioskProofWords } from '#app/domain/reception/kiosk-proof.ts'
import { SendButton } from '#app/ui/form/live-form.tsx'

/** What kiosks ask for before they check somebody in, each choice with what it risks. */
export function ProofForm({ proof }: { proof: KioskProof }) {
  return (
    <section className="make-kiosk">
      <h2>What people type to check in</h2>
      <p className="soft">
        The same on all your kiosks. A kiosk stops asking after ten wrong tries in 15 minutes, and
        after five for one person. The desk can still check everyone in.
      </p>
      <Form method="post" className="sheet-form" key={proof}>
        <fieldset className="field">
          <legend className="vh">What people type to check in</legend>
          <input type="hidden" name="act" value="proof" />
          <div className="choices stacked">
            {kioskProofs.map((one) => (
              <label key={one}>
                <input type="radio" name="proof" value={one} defaultChecked={proof === one} />
                <span>
                  <b>{kioskProofWords[one].name}</b>
                  <br />
                  <span className="soft">{kioskProofWords[one].risk}</span>
                </span>
              </label>
            ))}
          </div>
        </fieldset>
        <div className="form-end">
          <SendButton sending="Saving…">Save changes</SendButton>
        </div>
      </Form>
    </section>
  )
}
