import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { coursesLoader } from '#app/http/courses-loader.server.ts'
import { CoursesList } from '#app/ui/courses/courses-list.tsx'
import { pageTitle } from '#app/ui/page-title.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Workshops', { matches })

export const loader = ({ context }: LoaderFunctionArgs) => coursesLoader(context, 'workshop')

export default function Workshops() {
  return <CoursesList {...useLoaderData<typeof loader>()} />
}
