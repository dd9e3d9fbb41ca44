/** What SCIM clients are answered, in the `detail` of errors, which administrators of identity providers see. */
export const scimMessages = {
  notInUse:
    'This identity provider does not provision the portal through SCIM. An operator can turn it on with OIDC_PROVISIONING=scim.',
  notFound: 'There is no such resource.',
  tooManyChanges: 'Too many changes wait for each other. Send them one after the other.',
  turnedOff:
    'An operator of the portal has turned off the access of a person with this userName or externalId. Ask them first.',
  userNameTaken: 'Another person has this userName.',
  externalIdTaken: 'Another person has this externalId.',
  otherPerson: 'The person with this externalId is not provisioned by this token.',
  hasRights:
    'An operator of the portal gave rights to the person with this externalId. They have to revoke those first.',
  externalIdStays:
    'The externalId cannot change once the person has signed in, or an operator has turned off their access.',
  invalidFilter:
    'The filter is not supported. Compare userName, externalId, id, displayName or members.value with eq and a value.',
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
