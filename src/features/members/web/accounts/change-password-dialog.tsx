import { Button, Checkbox, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { z } from 'zod'
import { ApiError, call } from '#platform/web/api-client.ts'
import { dismissError, showError } from '#platform/web/error-notice.tsx'
import { BusyButton } from '#platform/web/form/busy-button.tsx'
import { Form } from '#platform/web/form/form.tsx'
import { useAppForm, withFieldErrors } from '#platform/web/form/use-app-form.ts'
import { useReturnFocus } from '#platform/web/use-return-focus.ts'
import { isStepUpDemand } from '#sign-in/web/step-up-confirm.tsx'
import { changeMemberPassword, type ManagedAccount, passwordFault } from '../../account-contract.ts'
import { accountMessages as text } from '../../account-messages.ts'
import { passwordLength } from '../../rules.ts'

const typedPasswords = z.object({ current: z.string(), next: z.string(), again: z.string() })
type Passwords = z.infer<typeof typedPasswords>

const createSchema = (isInitial: boolean) =>
  withFieldErrors(typedPasswords, ({ current, next, again }) => ({
    ...(current === '' && { current: isInitial ? text.noInitial : text.noCurrent }),
    ...(next === '' && { next: text.noNext }),
    ...(next !== '' &&
      Array.from(next).length < passwordLength.min && { next: text.tooShort(passwordLength.min) }),
    ...(again !== next && { again: text.notTheSame }),
  }))

type ChangePasswordDialogProps = {
  account: ManagedAccount
  /** Called with the number of sessions that ended. */
  onChanged: (ended: number) => void
  /** Called when the change demands a recent sign-in. */
  onStepUp: () => void
  onClose: () => void
}

const passwordInput = {
  required: true,
  withAsterisk: false,
  spellCheck: false,
  autoCapitalize: 'none',
  autoCorrect: 'off',
  maxLength: passwordLength.max,
}

/** Asks for the current and the new password of an account. It exists only while it is open, and keeps no password. */
export function ChangePasswordDialog({ account, onChanged, onStepUp, onClose }: ChangePasswordDialogProps) {
  const { name, sessions, initial } = account
  const [cameFrom] = useState(() => document.activeElement)
  useReturnFocus(() => (cameFrom instanceof HTMLElement && cameFrom.isConnected ? cameFrom : null))
  const { form, change } = useChange(account, { onChanged, onStepUp })
  const [isShown, show] = useState(false)
  const passwordProps = { ...passwordInput, type: isShown ? 'text' : 'password' }
  return (
    <Modal
      opened
      onClose={onClose}
      title={text.dialog(name)}
      closeOnClickOutside={false}
      returnFocus={false}
      transitionProps={{ duration: 0 }}
    >
      <Form
        form={form}
        lead={<Text mb="sm">{initial ? text.initialAdvice : text.consequence(sessions)}</Text>}
        summary={{ title: text.errors }}
        isBusy={change.isPending}
        onSubmit={change.mutate}
        autoComplete="on"
      >
        <Stack gap="sm" mt="sm">
          {/* Password managers look for the name. */}
          <input
            type="text"
            name="username"
            aria-label={text.name}
            autoComplete="username"
            value={name}
            readOnly
            hidden
          />
          <TextInput
            {...form.field('current')}
            {...passwordProps}
            label={initial ? text.initial : text.current}
            autoComplete="current-password"
          />
          <TextInput
            {...form.field('next')}
            {...passwordProps}
            label={text.next}
            description={text.nextHint(passwordLength.min)}
            autoComplete="new-password"
          />
          <TextInput
            {...form.field('again')}
            {...passwordProps}
            label={text.again}
            autoComplete="new-password"
          />
          <Checkbox
            label={text.show}
            checked={isShown}
            onChange={({ currentTarget }) => show(currentTarget.checked)}
          />
          {change.isPending && (
            <Text role="status" size="sm">
              {text.patience}
            </Text>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {text.cancel}
            </Button>
            <BusyButton type="submit" isBusy={change.isPending}>
              {text.submit}
            </BusyButton>
          </Group>
        </Stack>
      </Form>
    </Modal>
  )
}

type Handlers = Pick<ChangePasswordDialogProps, 'onChanged' | 'onStepUp'>

/** The form and its request. What the server says about a password is shown at its field. */
function useChange({ id, initial }: ManagedAccount, { onChanged, onStepUp }: Handlers) {
  const form = useAppForm({
    schema: createSchema(initial !== null),
    defaultValues: { current: '', next: '', again: '' },
    idPrefix: useId(),
  })
  const change = useMutation({
    mutationFn: ({ current, next }: Passwords) =>
      call(changeMemberPassword, { accountId: id, currentPassword: current, newPassword: next }),
    onMutate: dismissError,
    onSuccess: ({ ended }) => onChanged(ended),
    onError: (error) => {
      if (isStepUpDemand(error)) return onStepUp()
      const problem = error instanceof ApiError && error.status < 500 ? error.problem : undefined
      const reason = passwordFault.safeParse(problem?.reason).data
      if (!problem || !reason || reason === 'initial-expired')
        return showError(problem?.detail ?? text.changeFailed)
      const field = reason === 'current-password' ? 'current' : 'next'
      form.setError(field, { message: problem.detail })
      form.focusField(field)
    },
  })
  return { form, change }
}
