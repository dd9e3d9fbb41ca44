import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { z } from 'zod'
import { call } from '#platform/web/api-client.ts'
import { draftStore } from '#platform/web/drafts/draft-storage.ts'
import { BusyButton } from '#platform/web/form/busy-button.tsx'
import { formatInstant } from '#platform/web/format-instant.ts'
import { EmptyState, QueryList } from '#platform/web/query-list.tsx'
import { StaticPage } from '#platform/web/static-page.tsx'
import { PagedList } from '#platform/web/table/paged-list.tsx'
import { createColumns } from '#platform/web/table/table-columns.ts'
import { unsortedView } from '#platform/web/table/use-data-table.ts'
import { StepUpConfirm, useStepUp } from '#sign-in/web/step-up-confirm.tsx'
import { listManagedAccounts, type ManagedAccount } from '../../account-contract.ts'
import { accountMessages as text } from '../../account-messages.ts'
import { ChangePasswordDialog } from './change-password-dialog.tsx'

/** As long as a sign-in can take. */
const choiceMs = 15 * 60_000

/** The account whose password a person wants to change, kept while they sign in again; never a password. */
export const chosenAccountStore = (person: string) => draftStore(person, 'member-account', z.uuid(), choiceMs)

type MemberAccountsPageProps = { person: string; clientId: string | undefined; isAllowed: boolean }

/** The member accounts of the current client, whose passwords its staff change if they have the right to. */
export function MemberAccountsPage({ isAllowed, ...props }: MemberAccountsPageProps) {
  return (
    <StaticPage isWide title={text.title}>
      {isAllowed ? <ManagedAccounts {...props} /> : <p role="status">{text.notAllowed}</p>}
    </StaticPage>
  )
}

type Changed = { name: string; ended: number }

function ManagedAccounts({ person, clientId }: Omit<MemberAccountsPageProps, 'isAllowed'>) {
  const query = useQuery({
    queryKey: ['member-accounts', clientId],
    queryFn: ({ signal }) => call(listManagedAccounts, {}, signal),
    staleTime: 0,
    gcTime: 0,
  })
  const { chosen, choose, stepUp } = useChoice(person)
  const [changed, setChanged] = useState<Changed>()
  const accounts = query.data?.accounts
  const account = accounts?.find(({ id }) => id === chosen)
  const isAsked = stepUp.isAsked || (account !== undefined && query.data?.needsStepUp === true)
  // The columns depend on it, and new ones would replace the button that gets the focus back.
  const open = useCallback(
    (id: string) => {
      setChanged(undefined)
      choose(id)
    },
    [choose],
  )
  return (
    <>
      <p>{text.lead}</p>
      <QueryList
        query={{ ...query, data: accounts }}
        waiting={text.loading}
        failed={text.failed}
        empty={<EmptyState message={text.none} />}
      >
        {(rows) => <AccountTable accounts={rows} onChange={open} />}
      </QueryList>
      <p role="status">{changed && text.changed(changed.name, changed.ended)}</p>
      {account && !isAsked && (
        <ChangePasswordDialog
          key={account.id}
          account={account}
          onChanged={(ended) => {
            setChanged({ name: account.name, ended })
            choose(undefined)
            void query.refetch()
          }}
          onStepUp={stepUp.ask}
          onClose={() => choose(undefined)}
        />
      )}
      <StepUpConfirm stepUp={{ ...stepUp, isAsked }}>{text.stepUpQuestion}</StepUpConfirm>
    </>
  )
}

/** The account whose password is being changed. It outlasts a sign-in that the change demands. */
function useChoice(person: string) {
  const store = useMemo(() => chosenAccountStore(person), [person])
  const [chosen, choose] = useState(() => store.get())
  useEffect(() => store.remove(), [store])
  const stepUp = useStepUp(() => chosen && store.set(chosen))
  const decline = () => {
    stepUp.decline()
    choose(undefined)
  }
  return { chosen, choose, stepUp: { ...stepUp, decline } }
}

type TableProps = { accounts: readonly ManagedAccount[]; onChange: (id: string) => void }

function AccountTable({ accounts, onChange }: TableProps) {
  const [view, onView] = useState(unsortedView)
  const columns = useMemo(() => createAccountColumns(onChange), [onChange])
  return (
    <PagedList
      label={text.title}
      rows={accounts}
      columns={columns}
      rowId={rowId}
      view={view}
      onView={onView}
    />
  )
}

const rowId = ({ id }: ManagedAccount) => id

function describeStatus({ isDisabled, initial }: ManagedAccount): string {
  const password =
    initial && (initial.hasExpired ? text.expired : text.initialUntil(formatInstant(initial.until)))
  return [isDisabled && text.disabled, password].filter(Boolean).join(', ') || text.active
}

const { text: textColumn, time, number, action, all } = createColumns<ManagedAccount>()

const createAccountColumns = (onChange: (id: string) => void) =>
  all([
    textColumn('name', text.name, ({ name }) => name),
    textColumn('status', text.status, describeStatus),
    time(
      'passwordSetAt',
      text.passwordSet,
      ({ passwordSetAt }) => passwordSetAt,
      ({ passwordSetAt }) => formatInstant(passwordSetAt),
    ),
    number(
      'sessions',
      text.sessions,
      ({ sessions }) => String(sessions),
      (one, other) => one.sessions - other.sessions,
    ),
    action('change', text.action, ({ id, name, initial }) =>
      initial?.hasExpired ? (
        text.expiredAdvice
      ) : (
        <BusyButton
          size="compact-sm"
          variant="default"
          aria-label={text.actionNamed(name)}
          isBusy={false}
          onClick={() => onChange(id)}
        >
          {text.action}
        </BusyButton>
      ),
    ),
  ])
