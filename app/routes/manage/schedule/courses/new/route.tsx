import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { newCourseAction, newCourseLoader } from './new-course.server.ts'
import { NewCourse } from './new-course.tsx'

export const meta: MetaFunction = ({ matches }) => pageTitle('Add a course', { matches })

export const loader = ({ context }: LoaderFunctionArgs) => newCourseLoader(context, 'course')

export const action = ({ context, request }: ActionFunctionArgs) =>
  newCourseAction(context, request, 'course')

export default function Page() {
  return (
    <NewCourse
      {...useLoaderData<typeof loader>()}
      answer={useActionData() as PageFormAnswer | undefined}
    />
  )
}
