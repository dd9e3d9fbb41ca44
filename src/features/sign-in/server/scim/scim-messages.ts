/** What SCIM clients are answered, in the `detail` of errors, which administrators of identity providers see. */
export const scimMessages = {
  notInUse:
    'This identity provider does not provision the portal through SCIM. An operator can turn it on with OIDC_PROVISIONING=scim.',
  notFound: 'There is no such resource.',
  userNameTaken: 'Another person has this userName.',
  externalIdTaken: 'Another person has this externalId.',
  otherPerson: 'The person with this externalId is not provisioned by this token.',
  externalIdStays: 'The externalId of a person who has signed in cannot change.',
  invalidFilter:
    'The filter is not supported. Compare userName, externalId, id, displayName or members.value with eq.',
  invalidPath: 'A path names an attribute that the portal does not have.',
  readOnly: 'The attribute is read-only.',
  invalidValue: (attribute: string) => `The value of ${attribute} is not valid.`,
  invalidOperation: 'An operation is add, replace or remove.',
  groupsAreGiven: 'The portal provides the groups. Link one of those that GET /scim/v2/Groups lists.',
  groupExists: 'The portal already has this group. Link it instead of creating it.',
  groupNameStays: 'The portal names the groups. Keep the displayName.',
  unknownMember: 'A member is not a person that this token has provisioned.',
  tooManyMembers: 'A group has at most 10,000 members.',
  tooManyToList: 'These groups have more than 10,000 members. Add excludedAttributes=members.',
  otherVersion: 'The resource has changed since this version. Read it again.',
} as const
