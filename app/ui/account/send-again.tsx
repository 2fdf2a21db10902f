import { HiddenFields, SubmitButton } from '../form/buttons.tsx'

/** Sends what was sent once more, to the same address; the page's action does it (`sendAgain`). */
export const SendAgain = () => (
  <form method="post">
    <HiddenFields values={{ again: '1' }} />
    <SubmitButton plain>Send again</SubmitButton>
  </form>
)
