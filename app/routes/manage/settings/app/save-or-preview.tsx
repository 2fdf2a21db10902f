import type { ReactNode } from 'react'
import { SendButton } from '#app/ui/form/live-form.tsx'

/** The end of a form beside the preview of what it changes: Preview shows it and saves nothing. */
export function SaveOrPreview({ children }: { children?: ReactNode }) {
  return (
    <div className="form-end">
      <SendButton sending="Saving…">Save changes</SendButton>
      <button type="submit" className="button quiet" name="do" value="preview">
        Preview
      </button>
      {children}
    </div>
  )
}
