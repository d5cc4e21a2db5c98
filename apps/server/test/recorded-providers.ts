import type { Claims } from './forged-identity-provider.ts';

/** What a realm of Keycloak publishes, and the claims of its tokens, as its documents describe them. */
export const KEYCLOAK = {
  name: 'Keycloak',
  document: (origin: string): Claims => {
    const issuer = `${origin}/realms/valdombra`;
    const at = `${issuer}/protocol/openid-connect`;
    return {
      issuer,
      authorization_endpoint: `${at}/auth`,
      token_endpoint: `${at}/token`,
      introspection_endpoint: `${at}/token/introspect`,
      userinfo_endpoint: `${at}/userinfo`,
      end_session_endpoint: `${at}/logout`,
      jwks_uri: `${at}/certs`,
      frontchannel_logout_supported: true,
      grant_types_supported: ['authorization_code', 'refresh_token', 'client_credentials'],
      response_types_supported: ['code', 'none', 'id_token', 'code id_token'],
      subject_types_supported: ['public', 'pairwise'],
      id_token_signing_alg_values_supported: ['PS256', 'ES256', 'RS256', 'HS256', 'HS512', 'EdDSA'],
      response_modes_supported: ['query', 'fragment', 'form_post', 'query.jwt'],
      token_endpoint_auth_methods_supported: ['private_key_jwt', 'client_secret_basic', 'client_secret_post'],
      claims_supported: ['aud', 'sub', 'iss', 'auth_time', 'name', 'preferred_username', 'email', 'acr'],
      scopes_supported: ['openid', 'profile', 'email', 'roles', 'groups'],
      code_challenge_methods_supported: ['plain', 'S256'],
      authorization_response_iss_parameter_supported: true,
    };
  },
  claims: {
    sub: 'f1c4f64e-2c0c-4cda-8c9f-9f3f8f3a2b0e',
    typ: 'ID',
    azp: 'semaforo',
    sid: '4c0a3a8a-3a47-4f2f-8e89-9e5f9b0a0a0a',
    acr: '1',
    email_verified: true,
    preferred_username: 'admin',
    email: 'admin@valdombra.example',
  },
  // Roles come with the userinfo unless the realm adds them to the ID token.
  userinfo: {
    sub: 'f1c4f64e-2c0c-4cda-8c9f-9f3f8f3a2b0e',
    preferred_username: 'admin',
    realm_access: { roles: ['default-roles-valdombra', 'semaforo-operatori'] },
  },
  roles: 'realm_access.roles=semaforo-operatori:operate',
};

const TENANT = 'aaaabbbb-0000-cccc-1111-dddd2222eeee';
const GROUP = '6d2ad5f4-3c3f-4d55-9d86-0b0b3c7c6f10';

/** The same of a tenant of Entra ID: groups are numbers, and subjects differ by application. */
export const ENTRA = {
  name: 'Entra ID',
  document: (origin: string): Claims => ({
    token_endpoint: `${origin}/${TENANT}/oauth2/v2.0/token`,
    token_endpoint_auth_methods_supported: ['client_secret_post', 'private_key_jwt'],
    jwks_uri: `${origin}/${TENANT}/discovery/v2.0/keys`,
    response_modes_supported: ['query', 'fragment', 'form_post'],
    subject_types_supported: ['pairwise'],
    id_token_signing_alg_values_supported: ['RS256'],
    response_types_supported: ['code', 'id_token', 'code id_token', 'id_token token'],
    scopes_supported: ['openid', 'profile', 'email', 'offline_access'],
    issuer: `${origin}/${TENANT}/v2.0`,
    request_uri_parameter_supported: false,
    userinfo_endpoint: `${origin}/oidc/userinfo`,
    authorization_endpoint: `${origin}/${TENANT}/oauth2/v2.0/authorize`,
    http_logout_supported: true,
    frontchannel_logout_supported: true,
    end_session_endpoint: `${origin}/${TENANT}/oauth2/v2.0/logout`,
    claims_supported: [
      'sub',
      'iss',
      'aud',
      'exp',
      'iat',
      'nonce',
      'preferred_username',
      'name',
      'tid',
      'ver',
    ],
    tenant_region_scope: 'EU',
    cloud_instance_name: 'microsoftonline.com',
  }),
  claims: {
    sub: 'AAAAAAAAAAAAAAAAAAAAAIkzqFVrSaSaFHy782bbtaQ',
    oid: '00aa00aa-bb11-cc22-dd33-44ee44ee44ee',
    tid: TENANT,
    ver: '2.0',
    name: 'Anna Rossi',
    preferred_username: 'admin@valdombra.example',
    groups: [GROUP, '0e7a8c9f-2f0d-4b7e-a8f3-5d1f6a5b4c3d'],
  },
  userinfo: { sub: 'AAAAAAAAAAAAAAAAAAAAAIkzqFVrSaSaFHy782bbtaQ', name: 'Anna Rossi' },
  roles: `groups=${GROUP}:manage`,
};
