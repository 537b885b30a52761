import { AddIcon, CheckCircleIcon, SettingsIcon, StorefrontIcon } from '@bigcommerce/big-design-icons';
import { hasAllPermissions, type OrgMembership } from '../../server/domain/access/orgMembership.ts';
import { SidebarButton } from '../layout/SidebarLink.tsx';
import { useSession } from './session.ts';
import { useAccounts } from './useAccounts.ts';

/** PropelAuth's names of the permissions that the page of a company's single sign-on asks for. */
const signInPermissions = ['propelauth::can_setup_saml'];

const open = (url: string) => window.location.assign(url);

/** Links to the hosted pages of the person signed in: account and organizations. A handed-in session has none. */
export function HostedAccountLinks() {
  const { state, links } = useSession();
  if (state.status !== 'signedIn' || state.from !== 'hosted') return null;
  const { orgs, canCreateOrgs } = state.user;
  return (
    <>
      <SidebarButton icon={<SettingsIcon />} onClick={() => open(links.account())}>
        Account settings
      </SidebarButton>
      {orgs.map((org) => (
        <OrganizationLinks key={org.orgId} org={org} isOnly={orgs.length === 1} />
      ))}
      {canCreateOrgs && (
        <SidebarButton icon={<AddIcon />} onClick={() => open(links.createOrg())}>
          Create an organization
        </SidebarButton>
      )}
    </>
  );
}

/** Links to an organization's pages, named where there are several. Opening them makes it the active organization, except for somebody who chooses between accounts. */
function OrganizationLinks({ org, isOnly }: { org: OrgMembership; isOnly: boolean }) {
  const { links, setActiveOrg } = useSession();
  const hasSeveral = useAccounts().accounts.length > 1;
  const ofOrg = isOnly ? '' : ` of ${org.orgName}`;
  function openOrganization() {
    if (!hasSeveral) setActiveOrg(org.orgId);
    open(links.org(org.orgId));
  }
  return (
    <>
      <SidebarButton icon={<StorefrontIcon />} onClick={openOrganization}>
        {`Organization page${ofOrg}`}
      </SidebarButton>
      {hasAllPermissions(org, signInPermissions) && (
        <SidebarButton icon={<CheckCircleIcon />} onClick={() => open(links.saml(org.orgId))}>
          {`Single sign-on${ofOrg}`}
        </SidebarButton>
      )}
    </>
  );
}
