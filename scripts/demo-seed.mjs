/** Logs the admin in and creates the towns: one operator each, with the given password, and their devices. */
export async function seedTowns({ origin, admin, towns }) {
  const { accessToken } = await post(origin, undefined, '/api/login', admin);
  for (const { username, password, devices } of towns) {
    const user = await post(origin, accessToken, '/api/admin/users', { username, password, role: 'user' });
    for (const { shows, ...device } of devices) {
      await post(origin, accessToken, '/api/admin/devices', { ...device, userId: user.id });
    }
  }
}

async function post(origin, token, path, body) {
  const response = await fetch(origin + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(`POST ${path}: ${response.status} ${answer.error}`);
  return answer;
}
