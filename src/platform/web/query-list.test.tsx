import { useQuery } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { expectAccessible, renderComponent } from '#test-support/render-component.tsx'
import { EmptyState, QueryList } from './query-list.tsx'

/** Renders a list whose successive loads have these results. */
async function renderList(...loads: (string[] | Error | Promise<string[]>)[]) {
  function List() {
    const query = useQuery({
      queryKey: ['list'],
      queryFn: async () => {
        const load = await loads.shift()
        if (!load || load instanceof Error) throw load ?? new Error('no more loads')
        return load
      },
    })
    return (
      <QueryList
        query={query}
        waiting="Loading mail"
        failed="We couldn’t load the mail."
        empty={<EmptyState message="No mail." advice="Try another day." />}
      >
        {(items) => (
          <ul>
            {items.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
        )}
      </QueryList>
    )
  }
  return renderComponent(<List />)
}

test('a list shows a skeleton while it loads, then its items', async () => {
  const { promise, resolve } = Promise.withResolvers<string[]>()
  await renderList(promise)
  expect(await screen.findByText('Loading mail')).toBeInTheDocument()
  await expectAccessible()
  resolve(['one', 'two'])
  expect(await screen.findAllByRole('listitem')).toHaveLength(2)
  expect(screen.queryByText('Loading mail')).toBeNull()
})

test('an empty list says so and what to do', async () => {
  await renderList([])
  await screen.findByText('No mail.')
  expect(screen.getByRole('status')).toHaveTextContent('No mail.Try another day.')
  await expectAccessible()
})

test('a failed list shows the error in its place and as a notice until a retry succeeds', async () => {
  const { user } = await renderList(new Error('away'), ['one'])
  expect(await screen.findByRole('alert')).toHaveTextContent('We couldn’t load the mail.')
  await expectAccessible()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('listitem')).toHaveTextContent('one')
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getByRole('main')).toHaveFocus()
})
