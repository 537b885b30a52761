import { AddIcon, CheckCircleIcon, SettingsIcon, StorefrontIcon } from '@bigcommerce/big-design-icons';
import { hasPermission, type OrgMembership } from '../../server/domain/access/orgRoles.ts';
import { SidebarButton } from '../layout/SidebarLink.tsx';
import { useSession } from './session.ts';

/** The sign-in's name of what lets a member connect their company's own sign-in. */
const mayConnectSignIn = 'propelauth::can_setup_saml';

const open = (url: string) => window.location.assign(url);

/** The hosted pages of the one signed in: their account and their organisations. A handed-in session has none. */
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
        <OrganisationLinks key={org.orgId} org={org} />
      ))}
      {canCreateOrgs && (
        <SidebarButton icon={<AddIcon />} onClick={() => open(links.createOrg())}>
          Create an organisation
        </SidebarButton>
      )}
    </>
  );
}

/** Whoever opens an organisation's page works for it from then on. */
function OrganisationLinks({ org }: { org: OrgMembership }) {
  const { links, setActiveOrg } = useSession();
  function openOrganisation() {
    setActiveOrg(org.orgId);
    open(links.org(org.orgId));
  }
  return (
    <>
      <SidebarButton icon={<StorefrontIcon />} onClick={openOrganisation}>
        {org.orgName}
      </SidebarButton>
      {hasPermission(org, mayConnectSignIn) && (
        <SidebarButton icon={<CheckCircleIcon />} onClick={() => open(links.saml(org.orgId))}>
          Single sign-on of {org.orgName}
        </SidebarButton>
      )}
    </>
  );
}
