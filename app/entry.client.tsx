import { RemixBrowser } from '@remix-run/react'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { errorTitle } from './ui/form/error-title.ts'

// The server puts this before the title of a refused form. React's tree knows nothing of it: the
// summary says it again.
document.title = document.title.replace(errorTitle, '')

startTransition(() => {
  hydrateRoot(document, <RemixBrowser />)
})
